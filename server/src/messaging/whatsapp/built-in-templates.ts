/** Template of the category authentication, whose text Meta writes. It has a button with the code. */
export const CODE_TEMPLATE = 'ramal_codigo';

/**
 * The built-in templates. Meta accepts only approved templates if the customer has not written
 * within 24 hours. A reseller's own text is therefore used only in other channels. The other
 * templates have the category utility, in which Meta forbids promotion. Meta also rejects variables at the
 * start or the end.
 */
export const builtInTemplates = [
  {
    name: 'ramal_vencimento',
    kind: 'due',
    body: 'Oi, {{1}}! Sua assinatura {{2}}.\n\nValor: {{3}}\nPara renovar: {{4}}\n\nPara não receber mais lembretes, responda PARAR.',
    example: ['Célia', 'vence amanhã às 21:00', 'R$ 35,00', 'https://painel.exemplo.com/r/abc'],
  },
  {
    name: 'ramal_renovacao',
    kind: 'renewed',
    body: 'Oi, {{1}}! Renovação confirmada: sua assinatura vale até {{2}}. Obrigado!\n\nPara não receber mais lembretes, responda PARAR.',
    example: ['Célia', '31/12/2026'],
  },
  {
    name: 'ramal_acesso',
    kind: 'access',
    body: 'Oi! Seu acesso vale até {{1}}.\n\nUsuário: {{2}}\nSenha: {{3}}\n\nComo instalar e assinar: {{4}}\n\nPara não receber mais mensagens, responda PARAR.',
    example: ['31/12/2026 20:32', '77310482', 'm4Vt81ke', 'https://painel.exemplo.com/loja/abc'],
  },
  {
    name: 'ramal_testes_voltaram',
    kind: 'tests-back',
    body: 'Oi! Você pediu este aviso: os testes de {{1}} voltaram. Abra {{2}} para fazer o seu.',
    example: ['Marcelo TV', 'https://painel.exemplo.com/loja/abc'],
  },
  {
    name: CODE_TEMPLATE,
    kind: 'code',
    body: '{{1}} é o seu código de verificação. Para sua segurança, não o compartilhe.',
    example: ['123456'],
  },
] as const;
type BuiltInTemplate = (typeof builtInTemplates)[number];
export type TemplateName = BuiltInTemplate['name'];

export const getTemplateName = (kind: BuiltInTemplate['kind']): TemplateName =>
  builtInTemplates.find((template) => template.kind === kind)!.name;

export const TEMPLATE_LANGUAGE = 'pt_BR';

/**
 * Converts a text to a parameter. Meta rejects empty parameters and those with a line break, a tab
 * or many spaces. `without` replaces an empty text.
 */
export const toParameter = (text: string, without: string): string =>
  text.replaceAll(/\s+/g, ' ').trim() || without;

/** Returns the template in the form that is submitted to Meta for approval. */
export const toSubmission = ({ name, body, example }: BuiltInTemplate) => ({
  name,
  language: TEMPLATE_LANGUAGE,
  ...(name === CODE_TEMPLATE
    ? codeSubmission
    : {
        category: 'UTILITY',
        components: [{ type: 'BODY', text: body, example: { body_text: [example] } }],
      }),
});

/** Meta accepts a code only in the category authentication, with a text of its own. */
const codeSubmission = {
  category: 'AUTHENTICATION',
  components: [
    { type: 'BODY', add_security_recommendation: true },
    { type: 'FOOTER', code_expiration_minutes: 10 },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copiar código' }] },
  ],
};
