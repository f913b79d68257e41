export type Damage =
  | 'wrong-key'
  | 'damaged'
  | 'cut'
  | 'newer'
  | 'broken-links'
  | 'unsigned'
  | 'forged';

/**
 * Error for a backup that cannot be used, or a restore that is refused. `copy-mismatch`: the
 * content that was read back differs from the content that was sent.
 */
export class BackupError extends Error {
  readonly kind: Damage | 'refused' | 'unreachable-moment' | 'copy-mismatch';

  constructor(kind: BackupError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}
