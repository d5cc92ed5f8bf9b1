// Makes the letters of a handout as large as one page allows, and where that leaves room the pictures; every other length
// follows the letters.

const LETTERS = { from: 11, to: 5, step: 0.1 }, PICTURES = { from: 1.5, to: 1, step: 0.05 };

/** The largest size with which everything stands on the page; the smallest where nothing helps. */
export function largest({ from, to, step }, fits) {
  for (let size = from; size > to; size -= step) {
    if (fits(size)) return size;
  }
  fits(to);
  return to;
}

const page = globalThis.document?.querySelector("main");
if (page) {
  const fits = () => page.scrollHeight <= page.clientHeight;
  largest(LETTERS, (size) => {
    document.body.style.fontSize = `${size.toFixed(1)}pt`;
    return fits();
  });
  largest(PICTURES, (size) => {
    page.style.setProperty("--larger", size.toFixed(2));
    return fits();
  });
}
