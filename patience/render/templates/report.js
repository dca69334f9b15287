const filters = document.getElementById("filters");
if (filters) {
  const cards = [...document.querySelectorAll("article")].map(card => [card, card.textContent.toLowerCase()]);
  const choose = () => {
    const words = filters.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const goals = new Set([...filters.querySelectorAll("[name=goal]:checked")].map(box => box.value));
    let shown = 0;
    for (const [card, text] of cards) {
      card.hidden = !goals.has(card.dataset.goal) || !words.every(word => text.includes(word))
        || (filters.open.checked && card.dataset.proven === "1");
      shown += !card.hidden;
    }
    filters.querySelector("output").textContent = shown.toLocaleString() + " of " + cards.length.toLocaleString();
  };
  filters.addEventListener("input", choose);
  filters.addEventListener("submit", event => event.preventDefault());
  choose();
}
