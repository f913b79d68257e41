import { RowCheckbox } from '../rows/RowCheckbox.tsx';
import classes from './SelectRow.module.css';

interface SelectRowProps {
  /** Name of the card for screen readers. */
  name: string;
  selected: boolean;
  onToggle: () => void;
}

/** Checkbox of a card in the selection mode, in the place of the actions. */
export const SelectRow = ({ name, selected, onToggle }: SelectRowProps) => (
  <div className={classes.root} data-on={selected || undefined}>
    <RowCheckbox large name={`Selecionar ${name}`} checked={selected} onToggle={onToggle} />
    <span aria-hidden>{selected ? 'Selecionado' : 'Selecionar'}</span>
  </div>
);
