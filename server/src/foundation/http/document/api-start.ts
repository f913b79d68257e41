/** Introduction to the API: the first part of the page at /api/docs. */
import { webhookEvents } from '@ramal/contract/webhooks';
import { escapeHtml } from '../../safe-html.ts';
import { rateLimits } from '../../limits/rate-limits.ts';
import { sellingInCurl, sellingInTypeScript } from './api-examples.ts';
import { verifying } from './api-webhooks.ts';

export interface StartText {
  readonly captcha: 'altcha' | 'turnstile' | 'recaptcha' | 'off';
  /** Server URL in the examples, which run unchanged. */
  readonly serverUrl: string;
}

const code = (text: string): string => `<pre><code>${escapeHtml(text)}</code></pre>`;

const inBrowser = (
  name: string,
): string => `Neste painel a verificação humana é o ${name}, que só um navegador resolve; a solução vai em
<code>g_recaptcha_response</code>.`;

const humanCheck: Record<StartText['captcha'], string> = {
  off: 'Neste painel a verificação humana está desligada: basta usuário e senha.',
  altcha: `Neste painel a verificação humana é a ALTCHA: <code>GET /api/captcha</code> traz um desafio, o programa o
resolve (prova de trabalho, pacote <code>altcha-lib</code>) e manda a solução em <code>g_recaptcha_response</code>.`,
  turnstile: inBrowser('Turnstile'),
  recaptcha: inBrowser('reCAPTCHA'),
};

const webhooks = `
<section id="webhooks"><h2>Webhooks</h2>
<p>Adicione um endereço em <a href="/webhooks">Webhooks</a>, ou por <a href="#create-webhook"><code>POST
/api/webhooks</code></a> com uma chave que tem <code>webhooks:write</code>. Cada evento é um POST com
<code>{"type","timestamp","data"}</code>, assinado como manda a especificação Standard Webhooks: há bibliotecas prontas
para conferir em muitas linguagens. Responda 2xx em até 15 segundos e trabalhe depois.</p>
<p>O que não chega é tentado 10 vezes em 76 horas. <code>webhook-id</code> é o mesmo em cada tentativa: guarde-o e não aja
duas vezes. A ordem não é garantida; <code>data.sequence</code> a diz. Redirecionamentos não são seguidos; 410 desliga o
endereço; 429 e 503 com <code>Retry-After</code> são respeitados. Depois de 5 dias só de falhas ele é desligado e o dono
avisado. Ao trocar o segredo, o anterior assina junto por 24 horas: são duas assinaturas no cabeçalho.</p>
<p>Eventos: ${webhookEvents.map((event) => `<code>${event}</code>`).join(', ')}.</p>
${code(`{"type":"line.renewed","timestamp":"2026-11-20T17:32:08.000Z","data":{"sequence":81234,"change":"line-extended",
 "account":{"id":4821,"username":"marcelo"},"line":{"id":90,"username":"84920175","platform":"iptv","owner":"marcelo",
 "on":true,"trial":false,"blocked":false,"note":"Dona Célia","expires_at":"2026-12-20T17:32:08.000Z"}}}`)}
${Object.entries(verifying)
  .map(([language, text]) => `<h3>${language}</h3>${code(text)}`)
  .join('\n')}
<p>Para provar o seu código: segredo <code>whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw</code>, id
<code>msg_p5jXN8AQM9LWM0D4loKWxJek</code>, instante <code>1614265330</code>, corpo <code>{"test": 2432232314}</code> dão
<code>v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=</code>.</p></section>`;

export const howToStart = ({ captcha, serverUrl }: StartText): string => `
<section id="comecar"><h2>Começar</h2>
<p>Crie uma chave em <a href="/api-keys">Chaves de API</a> (ou peça a sua a quem administra o painel), com os escopos do
que o seu programa faz. Ela vai em toda chamada:</p>
${code(`curl ${serverUrl}/api/users-iptv -H 'authorization: Bearer rml_…'`)}
<p>Vender um mês, primeiro simulado e depois de verdade:</p>
${code(sellingInCurl(serverUrl))}</section>
<section id="cliente"><h2>Em TypeScript</h2>
<p>O pacote <code>@ramal/client</code> tem um método com tipos para cada chamada que uma chave pode fazer, e nenhuma
dependência; é gerado das mesmas declarações que esta página. Ele põe a <code>Idempotency-Key</code>, espera o
<code>Retry-After</code> e percorre as páginas.</p>
${code(sellingInTypeScript(serverUrl))}</section>
<section id="chaves"><h2>Chaves</h2>
<p>Uma chave aparece inteira uma vez e começa com <code>rml_</code>. Pode o que os seus escopos dizem
(<code>lines:read</code>, <code>lines:write</code>, …), na rede da conta, como a conta pode no momento. Pode ter endereços
permitidos, um último dia e um limite de créditos por dia. Ao trocar, a anterior vale o tempo que você escolher.
<code>key_refused</code> (401): não vale · <code>key_scope_missing</code>, <code>key_address_refused</code> (403) ·
<code>key_not_allowed</code> (403): esta chamada é só para pessoas, como as que pedem um código novo ·
<code>key_credits_a_day</code> (429): o limite do dia acabou, e <code>Retry-After</code> diz quando começa o próximo ·
<code>in_quarantine</code> (409): o painel foi restaurado de um backup, e nenhuma chave é atendida até alguém o liberar; se
depois disso ela não valer mais, crie outra. Tudo o que ela faz fica no log com o nome dela.</p></section>
<section id="entrar"><h2>Entrar</h2>
<p>Um programa usa uma chave. Quem age como uma pessoa entra, e toda chamada, fora as públicas, leva o cabeçalho <code>Authorization: Bearer …</code> com o
<code>access_token</code> que <a href="#sign-in"><code>POST /api/login</code></a> responde. Vale até a saída ou até
ficar muito tempo sem uso; um texto de sessão com status 401 quer dizer: entre de novo.</p>
${code(`curl ${serverUrl}/api/login -H 'content-type: application/json' \\
  -d '{"username":"loja","password":"…","g_recaptcha_response":"…"}'`)}
<p>${humanCheck[captcha]} Para um programa, quem opera o painel pode dispensar uma conta da verificação com
<code>RAMAL_CAPTCHA_EXEMPT</code> (nomes de usuário, separados por vírgula); a senha e o código continuam valendo.</p>
<p>Conta com segundo fator: a primeira resposta tem <code>twofa: true</code> e uma <code>proof</code>; mande tudo de
novo com o <code>code</code> e a <code>proof</code> em <code>g_recaptcha_response</code>.</p></section>
<section id="recusas"><h2>Recusas</h2>
<p>Toda recusa, 4xx ou 5xx, tem o mesmo corpo (<code>Error</code> em OpenAPI). Decida pelo <code>code</code>; o texto é
para pessoas; <code>fields</code> diz o que há em cada campo.</p>
${code(`HTTP/1.1 422
{"message":"Por favor, preencha todos os campos corretamente","error":"Por favor, preencha todos os campos corretamente",
 "code":"invalid_fields","fields":{"whatsapp":"Falta o DDD: escreva como (11) 95555-0142."}}`)}
<p>400 o corpo não pôde ser lido · 401 sem sessão · 403 existe, mas não é permitido · 404 não existe ou é de outra
rede · 409 o estado mudou · 413 grande demais · 422 os campos · 429 tentativas demais · 503 tente de novo em instantes.
Com 429 e 503 o cabeçalho <code>Retry-After</code> diz em quantos segundos.</p></section>
<section id="paginas"><h2>Listas e páginas</h2>
<p>Listas levam <code>page</code>, <code>per_page</code> (até 100), <code>search</code>, <code>sort</code> e
<code>dir</code>, e respondem <code>data</code>, <code>total</code>, <code>current_page</code>, <code>per_page</code>,
<code>last_page</code>. Acima de 10.000 o total é um limite inferior: <code>total_exact</code> é <code>false</code>.</p>
${code(`curl '${serverUrl}/api/users-iptv?per_page=100&status=Ativo&due=7' -H 'authorization: Bearer …'`)}</section>
<section id="idempotencia"><h2>Não fazer duas vezes</h2>
<p>Chamadas que criam linhas ou movem créditos aceitam o cabeçalho <code>Idempotency-Key</code>, de 8 a 64 letras,
números e sinais sem espaço, feita uma vez para o pedido: um UUID, ou <code>pedido-000000000001</code>. O mesmo pedido com a mesma chave age uma vez só e recebe a mesma resposta; outra coisa com a mesma chave é
recusada com <code>key_reused</code>. Depois de uma queda da rede, repita com a mesma chave. As mesmas
chamadas aceitam <code>?preview=1</code>: a resposta é a que viria, com <code>preview: true</code>, e nada muda.</p></section>
<section id="acoes"><h2>Ações no mesmo endereço</h2>
<p>Onde várias ações dividem um endereço, o número da ação vai no corpo, no campo <code>action</code>.</p>
${code(`curl -X PUT ${serverUrl}/api/users-iptv/123 -H 'authorization: Bearer …' -H 'content-type: application/json' \\
  -H 'Idempotency-Key: 8d1f0a52-6a0e-4c0f-b7f3-51f0c9a7e2b6' -d '{"action":1,"credits":1}'`)}</section>
<section id="formatos"><h2>Formatos</h2>
<p>Corpos e respostas são JSON em UTF-8; texto vazio é o mesmo que não mandar. Créditos são decimais com até duas casas.
Datas de tela são <code>dd/mm/aaaa hh:mm</code> no fuso do painel; campos <code>_timestamp</code> são segundos desde 1970.
WhatsApp pode vir como se escreve, <code>(11) 98888-7766</code>, e fica em dígitos com o código do país.</p></section>
${toolSection(serverUrl)}
<section id="limites"><h2>Limites</h2>
<p>Entrar: 20 tentativas por minuto de uma rede e 5 por conta e rede, e uma entrada certa devolve a sua. Senhas novas: 30
por minuto. Uma chave de API: ${rateLimits['api-key'].points} chamadas por minuto; <code>RateLimit-Limit</code>,
<code>RateLimit-Remaining</code> e <code>RateLimit-Reset</code> dizem quanto resta. Além disso, quando o painel está cheio, responde 503 na hora. Mande uma chamada de
cada vez e espere o <code>Retry-After</code>.</p></section>
${webhooks}`;

/** Explains the calls of tools that were written for other panels. */
const toolSection = (
  serverUrl: string,
): string => `<section id="ferramentas"><h2>Ferramentas que já existem</h2>
<p>Uma ferramenta feita para o Sigma funciona com duas trocas: o endereço (<code>${serverUrl}/api</code>, com ou sem
<code>/api</code>) e a chave, que tem os escopos <code>sigma:read</code> ou <code>sigma:write</code> e, para renovar,
<code>sigma_renewals:write</code>. Dê à chave um limite de créditos por dia. Ela manda
<code>Authorization: Bearer rml_…</code> ou, nas antigas, <code>token</code> no endereço. O <code>packageId</code> vem de
<code>webhook/package</code>. Renovar de novo a mesma linha, pelo mesmo plano, em 10 minutos, renova uma vez só: quem quer
duas manda uma <code>Idempotency-Key</code> por pedido.</p>
${code(`curl ${serverUrl}/api/webhook/customer/renew -H 'authorization: Bearer rml_…' -H 'content-type: application/json' \\
  -d '{"username":"7710482","packageId":"t6H4pZs1Yw"}'`)}
<p>Um app que responde sozinho no WhatsApp não tem chave: crie um endereço em Página de venda, no Robô de respostas, e
cole-o no app. A resposta vem em <code>reply</code>, ou como texto com <code>Accept: text/plain</code>.</p>
${code(`curl ${serverUrl}/api/chatbot/q7Rk2mVx9a/t6H4pZs1Yw -H 'content-type: application/json' \\
  -d '{"senderPhone":"5511955550142","senderName":"Dona Célia","senderMessage":"quero um teste"}'`)}</section>`;
