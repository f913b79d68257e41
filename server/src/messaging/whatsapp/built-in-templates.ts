/**
 * The templates that come along: outside the 24-hour window only approved ones go out, so a reseller's own words
 * stay for the other channels. Utility, free of promotion, no variable at the start or the end.
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
] as const;
export type BuiltInTemplate = (typeof builtInTemplates)[number];
export type TemplateName = BuiltInTemplate['name'];

export const templateNameOf = (kind: BuiltInTemplate['kind']): TemplateName =>
  builtInTemplates.find((one) => one.kind === kind)!.name;

export const TEMPLATE_LANGUAGE = 'pt_BR';

/** A parameter with a line break, a tab or many spaces is refused, and so is an empty one. */
export const parameterOf = (text: string, without: string): string =>
  text.replaceAll(/\s+/g, ' ').trim() || without;

/** What Meta is asked to approve. */
export const submissionOf = ({ name, body, example }: BuiltInTemplate) => ({
  name,
  language: TEMPLATE_LANGUAGE,
  category: 'UTILITY',
  components: [{ type: 'BODY', text: body, example: { body_text: [example] } }],
});
