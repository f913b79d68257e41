/** Counts the entries and values that an import does not accept, by reason in Portuguese. */
export class SkipCounts {
  readonly #counts = new Map<string, number>();

  add(reason: string, count = 1): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  toList(): { reason: string; count: number }[] {
    return [...this.#counts].map(([reason, count]) => ({ reason, count }));
  }

  /** Returns the message for the result of a task. Empty if nothing was skipped. */
  toText(): string {
    const parts = this.toList().map(
      ({ reason, count }) => `${count.toLocaleString('pt-BR')} × ${reason}`,
    );
    return parts.length > 0 ? ` Não importado: ${parts.join('; ')}.` : '';
  }
}
