/** Style and search of the API documentation page. The page loads nothing from other hosts. */
export const pageStyle = `
body{font:15px/1.55 system-ui,sans-serif;margin:0;background:#F6F6F8;color:#16171D;display:grid;grid-template-columns:280px 1fr}
nav{position:sticky;top:0;height:100vh;overflow:auto;box-sizing:border-box;padding:24px 16px;border-right:1px solid #E7E7EC;font-size:13px}
nav ul{list-style:none;margin:4px 0 12px;padding:0}nav a{display:block;padding:2px 0;text-decoration:none;overflow-wrap:anywhere}
nav input{width:100%;box-sizing:border-box;padding:8px;margin-bottom:16px;font:inherit;border:1px solid #D5D6DE;border-radius:8px;background:none;color:inherit}
main{max-width:860px;padding:32px 24px 64px;min-width:0}
h1{font-size:24px;letter-spacing:-.02em}h2{font-size:19px;margin:32px 0 0}section h2,h3{font-size:15px;margin:0}
section{background:#fff;border:1px solid #E7E7EC;border-radius:12px;padding:16px;margin:16px 0;scroll-margin-top:12px}
p{margin:4px 0}.who{color:#4E515D}b{font-weight:600;color:#3945C4}h3 a{color:inherit;text-decoration:none}
table{width:100%;border-collapse:collapse;margin-top:12px}caption,summary{text-align:left;color:#656874;font-size:13px}
summary{margin-top:12px;cursor:pointer}
td{border-top:1px solid #E7E7EC;padding:6px 8px 6px 0;vertical-align:top;overflow-wrap:anywhere}
pre{overflow:auto;padding:12px;margin:8px 0;border-radius:8px;background:#F6F6F8}
code{font:13px ui-monospace,monospace}a{color:#3945C4}[hidden]{display:none}
@media(max-width:799.98px){body{display:block}nav{position:static;height:auto;border:0}main{padding:0 16px 64px}}
@media(prefers-color-scheme:dark){body{background:#0B0C0F;color:#EDEEF2}section{background:#121419;border-color:#21242B}
pre{background:#0B0C0F}nav{border-color:#21242B}nav input{border-color:#31353F}
td{border-color:#21242B}.who{color:#A8ACB8}caption,summary{color:#878C99}b,a{color:#9BA5FF}}`;

/** Shows the calls that contain every typed word. Served as a separate file because of the CSP. */
export const pageScript = `
const box = document.querySelector('nav input');
const fold = (text) => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase();
const calls = [...document.querySelectorAll('section[data-call]')].map((section) => ({
  section,
  entry: document.querySelector('nav [data-to="' + section.id + '"]'),
  text: fold(section.textContent),
}));
box.hidden = false;
box.addEventListener('input', () => {
  const words = fold(box.value).split(/\\s+/).filter(Boolean);
  for (const { section, entry, text } of calls)
    section.hidden = entry.hidden = !words.every((word) => text.includes(word));
});
`;
