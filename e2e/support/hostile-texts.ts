/**
 * Texts that a page must not interpret as markup. A page that interprets such a text calls
 * `planted()`, or contains an element that would call it. Each text fits into the longest field in
 * which it is written.
 */
const RUN = 'planted()';

const scripts = [
  `<script>${RUN}</script>`,
  `<SCRIPT>${RUN}</SCRIPT>`,
  `<script >${RUN}</script >`,
  `<script\n>${RUN}</script>`,
  `<script/x>${RUN}</script>`,
  `<scr<script>ipt>${RUN}</script>`,
  `<script src=data:text/javascript,${RUN}></script>`,
  `<script type=module>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `--><script>${RUN}</script>`,
  `]]><script>${RUN}</script>`,
  `<!--<img src="--><script>${RUN}</script>">`,
  `<noscript><p title="</noscript><script>${RUN}</script>">`,
];

const tagsWithHandlers = [
  `<img src=x onerror=${RUN}>`,
  `<img src=x oNeRrOr=${RUN}>`,
  `<img/src=x/onerror=${RUN}>`,
  `<img src=x onerror="${RUN}"//`,
  `<img src=x:x onerror\n=\n${RUN}>`,
  `<image src=x onerror=${RUN}>`,
  `<img src onerror=${RUN} x=">">`,
  `<<img src=x onerror=${RUN}>`,
  `<img """><img src=x onerror=${RUN}>">`,
  `<audio src=x onerror=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<video poster=x onloadstart=${RUN}><source></video>`,
  `<body onload=${RUN}>`,
  `<body onpageshow=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}>`,
  `<textarea autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<div tabindex=1 autofocus onfocus=${RUN}>`,
  `<b contenteditable autofocus onfocus=${RUN}>`,
  `<p onpointerover=${RUN}>passe aqui</p>`,
  `<p onanimationstart=${RUN} style=animation:x>`,
  `<marquee onstart=${RUN}>`,
  `<object data=x onerror=${RUN}></object>`,
  `<link rel=stylesheet href=x onerror=${RUN}>`,
  `<style onload=${RUN}></style>`,
  `<iframe onload=${RUN}></iframe>`,
  `<dialog open onclose=${RUN}><form method=dialog><button autofocus>`,
];

const drawings = [
  `<svg onload=${RUN}>`,
  `<svg/onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><script href=data:,${RUN} />`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><set onbegin=${RUN} attributeName=x>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>x</text></a>`,
  `<svg><style><img src=x onerror=${RUN}></style>`,
  `<svg><foreignObject><img src=x onerror=${RUN}>`,
  `<svg><use href="data:image/svg+xml,<svg onload=${RUN}>">`,
  `<svg><desc><img src=x onerror=${RUN}></desc>`,
  `<math><mi xlink:href="javascript:${RUN}">x</mi></math>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}>`,
];

const addresses = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `javascript://x/%0a${RUN}`,
  `javascript:/*x*/${RUN}//http://a.exemplo`,
  `data:text/html,<script>${RUN}</script>`,
  `vbscript:${RUN}`,
  `<a href=javascript:${RUN}>abrir</a>`,
  `<a href="java&#9;script:${RUN}">abrir</a>`,
  `<a href=&#106;avascript:${RUN}>abrir</a>`,
  `<a href="javascript&colon;${RUN}">abrir</a>`,
  `<iframe src=javascript:${RUN}>`,
  `<iframe srcdoc="<script>${RUN}</script>">`,
  `<embed src=javascript:${RUN}>`,
  `<form action=javascript:${RUN}><button>x</button></form>`,
  `<button formaction=javascript:${RUN} form=f>x</button>`,
  `<base href=javascript:${RUN}//>`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
];

const attributeBreaks = [
  `"onmouseover="${RUN}`,
  `'onmouseover='${RUN}`,
  `" autofocus onfocus=${RUN} x="`,
  `' autofocus onfocus=${RUN} x='`,
  '` onerror=`planted()`',
  `"><img src=x onerror=${RUN}>`,
  `'><img src=x onerror=${RUN}>`,
  `"/><svg onload=${RUN}>`,
  `x" style="animation:x" onanimationstart="${RUN}`,
  `\\"><img src=x onerror=${RUN}>`,
  `';${RUN};//`,
  `";${RUN};//`,
  `\\';${RUN};//`,
  `*/${RUN}/*`,
  `\u2028${RUN}\u2029`,
];

const templates = [
  `{{constructor.constructor('${RUN}')()}}`,
  `{{$on.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `#{${RUN}}`,
  `<%= ${RUN} %>`,
  `{%${RUN}%}`,
  `[[${RUN}]]`,
  `{"__html":"<img src=x onerror=${RUN}>"}`,
  `{"$$typeof":"react.element","type":"script"}${RUN}`,
  `__proto__[onerror]=${RUN}`,
];

const entities = [
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;img src=x onerror=${RUN}&#62;`,
  `&#x3c;img src=x onerror=${RUN}&#x3e;`,
  `&amp;lt;img src=x onerror=${RUN}&amp;gt;`,
  `%3Cimg%20src=x%20onerror=${RUN}%3E`,
  `%253Cimg src=x onerror=${RUN}%253E`,
  `\\u003cimg src=x onerror=${RUN}\\u003e`,
  `\\x3cimg src=x onerror=${RUN}\\x3e`,
  `+ADw-img src=x onerror=${RUN}+AD4-`,
];

const signs = [
  `＜script＞${RUN}＜/script＞`,
  `‹img src=x onerror=${RUN}›`,
  `<ſcript>${RUN}</ſcript>`,
  `<\u200Bscript>${RUN}</script>`,
  `\u202E<img src=x onerror=${RUN}>`,
  `<img\u00A0src=x\u00A0onerror=${RUN}>`,
  `<img\fsrc=x\fonerror=${RUN}>`,
  `é<svg\u000Bonload=${RUN}>`,
];

const styles = [
  `<style>@import 'javascript:${RUN}';</style>`,
  `<div style="background:url(javascript:${RUN})">`,
  `<div style="width:expression(${RUN})">`,
  `</style><img src=x onerror=${RUN}>`,
  `;background:url("javascript:${RUN}");`,
];

const marks = [
  `**<img src=x onerror=${RUN}>**`,
  `**negrito** ${RUN}`,
  `[abrir](javascript:${RUN})`,
  `[abrir](javascript&colon;${RUN})`,
  `![x](x"onerror="${RUN})`,
  `<javascript:${RUN}>`,
  `[x]: javascript:${RUN}`,
  '```<img src=x onerror=planted()>```',
];

export const hostileTexts: readonly string[] = [
  ...scripts,
  ...tagsWithHandlers,
  ...drawings,
  ...addresses,
  ...attributeBreaks,
  ...templates,
  ...entities,
  ...signs,
  ...styles,
  ...marks,
];
