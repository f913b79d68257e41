/** Card with a new secret. Only this card shows the whole secret. */
import { SecretCard } from '../api-keys/SecretCard.tsx';

export const NewSecret = ({ value, onClose }: { value: string; onClose: () => void }) => (
  <SecretCard
    label="Segredo novo"
    title="Copie o segredo agora"
    text="Ele aparece inteiro só desta vez. É com ele que o seu programa confere a assinatura."
    value={value}
    valueLabel="Segredo"
    onClose={onClose}
  />
);
