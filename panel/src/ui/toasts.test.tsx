import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ToastHost, useLastingToast, useToast } from './toasts.tsx';

const dismiss = vi.fn<() => void>();
afterEach(cleanup);

function Buttons() {
  const [show, showLasting] = [useToast(), useLastingToast()];
  return (
    <>
      <button
        onClick={() => showLasting({ title: 'Offer', actions: [], onDismiss: dismiss })}
        type="button"
      >
        lasting
      </button>
      <button onClick={() => show({ title: 'Saved' })} type="button">
        brief
      </button>
    </>
  );
}

describe('toasts', () => {
  it('keep a lasting toast when newer ones arrive, until the user closes it', () => {
    render(
      <ToastHost>
        <Buttons />
      </ToastHost>,
    );
    fireEvent.click(screen.getByText('lasting'));
    for (let count = 0; count < 4; count += 1) fireEvent.click(screen.getByText('brief'));
    expect(screen.getAllByText('Saved')).toHaveLength(2);
    expect(screen.getByText('Offer')).toBeTruthy();
    expect(dismiss).not.toHaveBeenCalled();

    fireEvent.click(screen.getByLabelText('Fechar o aviso'));
    expect(screen.queryByText('Offer')).toBeNull();
    expect(dismiss).toHaveBeenCalledOnce();
  });
});
