import { Component, type ReactNode } from 'react';
import classes from './portal.module.css';

/** Shows an error message in place of an empty screen when a page cannot be rendered. */
export class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main>
        <div className={classes.card} role="alert">
          <h1>Algo deu errado nesta página</h1>
          <p>Recarregue para tentar de novo. Se você pagou, o pagamento não se perde.</p>
          <button type="button" className={classes.main} onClick={() => window.location.reload()}>
            Recarregar
          </button>
        </div>
      </main>
    );
  }
}
