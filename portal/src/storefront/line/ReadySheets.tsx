/** Sheets over the page of a line that works: the device, and what to check. */
import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import { Sheet } from '../../ui/Sheet.tsx';
import { Act } from '../Act.tsx';
import { DeviceTiles } from '../test/DeviceTiles.tsx';
import type { Places } from '../use-place.ts';
import classes from './ReadySheets.module.css';

interface ReadySheetsProps {
  places: Places;
  device: StorefrontDevice;
  onDevice: (device: StorefrontDevice) => void;
}

const checks = [
  ['O endereço', 'Sem espaço, com http e os dois pontos, igual ao que está na tela.'],
  ['As letras maiúsculas', 'O usuário e a senha contam maiúsculas e minúsculas. Copie, se puder.'],
  ['A internet', 'Abra outro aplicativo no mesmo aparelho. Se ele também parar, é a internet.'],
] as const;

export function ReadySheets({ places, device, onDevice }: ReadySheetsProps) {
  if (places.sheet === 'device')
    return (
      <Sheet title="Trocar aparelho" onClose={places.back}>
        <DeviceTiles
          label="Só o passo a passo muda. O usuário é o mesmo."
          chosen={device}
          isWhole
          onChoose={onDevice}
        />
        <Act onClick={places.back}>Ver o passo a passo</Act>
      </Sheet>
    );
  if (places.sheet !== 'trouble') return null;
  return (
    <Sheet title="Não entrou?" onClose={places.back}>
      <ol className={classes.checks}>
        {checks.map(([title, text]) => (
          <li key={title}>
            <b>{title}</b>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <Act look="quiet" onClick={places.back}>
        Fechar
      </Act>
    </Sheet>
  );
}
