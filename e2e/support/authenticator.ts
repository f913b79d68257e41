import { generate } from 'otplib';

/** Each time step of the authenticator is valid once, so every code is of the next one. */
export class Authenticator {
  readonly secret: string;
  private steps = 0;

  constructor(secret: string) {
    this.secret = secret;
  }

  async nextCode(): Promise<string> {
    const now = Math.floor(Date.now() / 1000 / 30);
    this.steps = Math.max(this.steps + 1, now);
    // The server accepts one step ahead and not two, so this waits.
    while (this.steps > Math.floor(Date.now() / 1000 / 30) + 1)
      await new Promise((later) => setTimeout(later, 500));
    return generate({ secret: this.secret, epoch: this.steps * 30 });
  }
}
