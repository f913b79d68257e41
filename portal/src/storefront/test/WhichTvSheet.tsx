import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import { Sheet } from '../../ui/Sheet.tsx';
import pageClasses from '../../portal.module.css';
import classes from './WhichTvSheet.module.css';

interface WhichTvSheetProps {
  onChoose: (device: StorefrontDevice) => void;
  onClose: () => void;
}

interface Remote {
  readonly device: StorefrontDevice;
  readonly title: string;
  readonly text: string;
  /** Strokes of the drawing, on a grid of 24 × 56. */
  readonly drawing: string;
}

const BODY = 'M5 2h14a3 3 0 0 1 3 3v46a3 3 0 0 1-3 3h-14a3 3 0 0 1-3-3v-46a3 3 0 0 1 3-3';

/** Three kinds of remote controls, by which visitors recognise their television. */
const remotes: readonly Remote[] = [
  {
    device: 'smart-tv',
    title: 'TV Samsung ou LG',
    text: 'Escrito Samsung ou LG, com botão de casinha e teclas de apps',
    drawing: `${BODY}M8 8h8M5 20a7 7 0 1 0 14 0a7 7 0 1 0-14 0M12 20h.01M7 34h3M14 34h3M7 40h10M9 48h6`,
  },
  {
    device: 'android-tv',
    title: 'TV Android ou Google TV',
    text: 'Tem microfone e, quase sempre, botões da Netflix e do YouTube',
    drawing: `${BODY}M12 6a2 2 0 0 1 2 2v2a2 2 0 0 1-4 0v-2a2 2 0 0 1 2-2M8 10a4 4 0 0 0 8 0M6 24a6 6 0 1 0 12 0a6 6 0 1 0-12 0M5 38h5v4h-5zM14 38h5v4h-5zM8 48h8`,
  },
  {
    device: 'roku',
    title: 'TV Roku',
    text: 'Tem uma etiqueta roxa escrito Roku e uma cruz de setas',
    drawing: `${BODY}M9 8h6M12 14v12M6 20h12M9 14h6v12h-6zM6 17h12v6h-12zM7 34h2M15 34h2M7 42h10M7 48h10`,
  },
];

/** Helps to choose the device by the remote control. */
export const WhichTvSheet = ({ onChoose, onClose }: WhichTvSheetProps) => (
  <Sheet title="Qual é o seu controle?" onClose={onClose}>
    {remotes.map(({ device, title, text, drawing }) => (
      <button key={device} type="button" className={classes.row} onClick={() => onChoose(device)}>
        <svg className={classes.drawing} viewBox="0 0 24 56" aria-hidden>
          <path d={drawing} />
        </svg>
        <span className={classes.text}>
          <b>{title}</b>
          <small>{text}</small>
        </span>
      </button>
    ))}
    <button type="button" className={pageClasses.textAct} onClick={onClose}>
      Fechar
    </button>
  </Sheet>
);
