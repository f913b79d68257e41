/** Formats the typed digits of a CPF as «482.913.760-18». */
export function formatCpf(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').slice(0, 11);
  const [first, second, third, check] = [
    digits.slice(0, 3),
    digits.slice(3, 6),
    digits.slice(6, 9),
    digits.slice(9),
  ];
  return [first, second, third].filter(Boolean).join('.') + (check && `-${check}`);
}
