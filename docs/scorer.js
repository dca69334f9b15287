// How the search of the site ranks its hits: a page whose title has the word, the other pages, the
// reference and the pages for developers, the log of measurements.
const sought = (new URLSearchParams(location.search).get("q") ?? "").trim().toLowerCase();

const behind = (name) => {
  if (name.startsWith("log/")) return 1000;
  return /^reference\/|\/(architecture|contributing|decisions)$/.test(name) ? 100 : 0;
};

var Scorer = {
  score: ([name, title, , , score]) =>
    score - behind(name) + (title.toLowerCase().includes(sought) ? 50 : 0),
  // The rest is what Sphinx has.
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
