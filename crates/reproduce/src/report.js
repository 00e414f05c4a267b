document.getElementById("language").addEventListener("click", () => {
  const page = document.documentElement;
  const all = page.dataset.languages.split(" ");
  const next = all[(all.indexOf(page.dataset.lang) + 1) % all.length];
  page.dataset.lang = next;
  page.lang = next;
});
