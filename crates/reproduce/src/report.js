document.getElementById("language").addEventListener("click", () => {
  const page = document.documentElement;
  const next = page.dataset.lang === "ja" ? "en" : "ja";
  page.dataset.lang = next;
  page.lang = next;
});
