/** How to begin with the calls: the first part of the page at /api/docs. */
export interface StartText {
  readonly captcha: 'altcha' | 'turnstile' | 'recaptcha' | 'off';
  readonly serverUrl: string;
}

const code = (text: string): string => `<pre><code>${text}</code></pre>`;

const humanCheck: Record<StartText['captcha'], string> = {
  off: 'Neste painel a verificação humana está desligada: basta usuário e senha.',
  altcha: `Neste painel a verificação humana é a ALTCHA: <code>GET /api/captcha</code> traz um desafio, o programa o
resolve (prova de trabalho, pacote <code>altcha-lib</code>) e manda a solução em <code>g_recaptcha_response</code>.`,
  turnstile: `Neste painel a verificação humana é o Turnstile, que só um navegador resolve; a solução vai em
<code>g_recaptcha_response</code>.`,
  recaptcha: `Neste painel a verificação humana é o reCAPTCHA, que só um navegador resolve; a solução vai em
<code>g_recaptcha_response</code>.`,
};

export const startSections: readonly { readonly id: string; readonly title: string }[] = [
  { id: 'entrar', title: 'Entrar' },
  { id: 'recusas', title: 'Recusas' },
  { id: 'paginas', title: 'Listas e páginas' },
  { id: 'idempotencia', title: 'Não fazer duas vezes' },
  { id: 'acoes', title: 'Ações no mesmo endereço' },
  { id: 'formatos', title: 'Formatos' },
  { id: 'limites', title: 'Limites' },
];

export const howToStart = ({ captcha, serverUrl }: StartText): string => `
<section id="entrar"><h2>Entrar</h2>
<p>Toda chamada, fora as públicas, leva o cabeçalho <code>Authorization: Bearer …</code> com o
<code>access_token</code> que <a href="#sign-in"><code>POST /api/login</code></a> responde. Vale até a saída ou até
ficar muito tempo sem uso; um texto de sessão com status 401 quer dizer: entre de novo.</p>
${code(`curl ${serverUrl}/api/login -H 'content-type: application/json' \\
  -d '{"username":"loja","password":"…","g_recaptcha_response":"…"}'`)}
<p>${humanCheck[captcha]} Para um programa, quem opera o painel pode dispensar uma conta da verificação com
<code>RAMAL_CAPTCHA_EXEMPT</code> (nomes de usuário, separados por vírgula); a senha e o código continuam valendo.
Chaves próprias para programas virão em uma próxima versão.</p>
<p>Conta com segundo fator: a primeira resposta tem <code>twofa: true</code> e uma <code>proof</code>; mande tudo de
novo com o <code>code</code> e a <code>proof</code> em <code>g_recaptcha_response</code>.</p></section>
<section id="recusas"><h2>Recusas</h2>
<p>Toda recusa, 4xx ou 5xx, tem o mesmo corpo (<code>Error</code> em OpenAPI). Decida pelo <code>code</code>; o texto é
para pessoas; <code>fields</code> diz o que há em cada campo.</p>
${code(`HTTP/1.1 422
{"message":"Por favor, preencha todos os campos corretamente","error":"Por favor, preencha todos os campos corretamente",
 "code":"invalid_fields","fields":{"whatsapp":"Falta o DDD: escreva como (11) 98888-7766."}}`)}
<p>400 o corpo não pôde ser lido · 401 sem sessão · 403 existe, mas não é permitido · 404 não existe ou é de outra
rede · 409 o estado mudou · 413 grande demais · 422 os campos · 429 tentativas demais · 503 tente de novo em instantes.
Com 429 e 503 o cabeçalho <code>Retry-After</code> diz em quantos segundos.</p></section>
<section id="paginas"><h2>Listas e páginas</h2>
<p>Listas levam <code>page</code>, <code>per_page</code> (até 100), <code>search</code>, <code>sort</code> e
<code>dir</code>, e respondem <code>data</code>, <code>total</code>, <code>current_page</code>, <code>per_page</code>,
<code>last_page</code>. Acima de 10.000 o total é um limite inferior: <code>total_exact</code> é <code>false</code>.</p>
${code(`curl '${serverUrl}/api/users-iptv?per_page=100&status=Ativo&due=7' -H 'authorization: Bearer …'`)}</section>
<section id="idempotencia"><h2>Não fazer duas vezes</h2>
<p>Chamadas que criam linhas ou movem créditos aceitam o cabeçalho <code>Idempotency-Key</code>, um UUID feito uma vez
para o pedido. O mesmo pedido com a mesma chave age uma vez só e recebe a mesma resposta; outra coisa com a mesma chave é
recusada com <code>key_reused</code>. Depois de uma queda da rede, repita com a mesma chave.</p></section>
<section id="acoes"><h2>Ações no mesmo endereço</h2>
<p>Onde várias ações dividem um endereço, o número da ação vai no corpo, no campo <code>action</code>.</p>
${code(`curl -X PUT ${serverUrl}/api/users-iptv/123 -H 'authorization: Bearer …' -H 'content-type: application/json' \\
  -H 'Idempotency-Key: 3f2b8c1e-5d54-4f6c-9a51-0c7d2e9b1a44' -d '{"action":1,"credits":1}'`)}</section>
<section id="formatos"><h2>Formatos</h2>
<p>Corpos e respostas são JSON em UTF-8; texto vazio é o mesmo que não mandar. Créditos são decimais com até duas casas.
Datas de tela são <code>dd/mm/aaaa hh:mm</code> no fuso do painel; campos <code>_timestamp</code> são segundos desde 1970.
WhatsApp pode vir como se escreve, <code>(11) 98888-7766</code>, e fica em dígitos com o código do país.</p></section>
<section id="limites"><h2>Limites</h2>
<p>Entrar: 20 tentativas por minuto de uma rede e 5 por conta e rede, e uma entrada certa devolve a sua. Senhas novas: 30
por minuto. Além disso não há limite por chamada; quando o painel está cheio, responde 503 na hora. Mande uma chamada de
cada vez e espere o <code>Retry-After</code>.</p></section>`;
