/** Splits «Completo, 1 tela» into the product and the number of screens. */
export function inTwoLines(label: string): { label: string; detail?: string } {
  const [name = label, ...more] = label.split(', ');
  return more.length > 0 ? { label: name, detail: more.join(', ') } : { label };
}
