import { Link } from '@tanstack/react-router';
import { Sheet, SheetGroup } from '../ui/Sheet.tsx';
import type { CreateLink } from './menu.ts';

export interface CreateSheetProps {
  opened: boolean;
  onClose: () => void;
  create: readonly CreateLink[];
}

/** Behind the phone's +: tests first, as tiles, then what is created. */
export function CreateSheet({ opened, onClose, create }: CreateSheetProps) {
  const tests = create.filter((link) => link.look === 'test');
  const rest = create.filter((link) => link.look !== 'test');
  return (
    <Sheet opened={opened} onClose={onClose} label="Criar" title="Criar">
      {tests.length > 0 && (
        <div className="sheet-tiles">
          {tests.map(({ label, icon: TileIcon, hint: _hint, look, ...destination }) => (
            <Link
              key={label}
              {...destination}
              className="sheet-tile"
              data-look={look}
              onClick={onClose}
            >
              <TileIcon size={22} stroke={1.75} aria-hidden />
              {label}
            </Link>
          ))}
        </div>
      )}
      {rest.length > 0 && (
        <SheetGroup>
          {rest.map(({ label, icon: RowIcon, hint, look: _look, ...destination }) => (
            <Link key={label} {...destination} className="sheet-row" onClick={onClose}>
              <RowIcon size={20} stroke={1.75} aria-hidden />
              <span>{label}</span>
              {hint && <span className="sheet-row-hint">{hint}</span>}
            </Link>
          ))}
        </SheetGroup>
      )}
    </Sheet>
  );
}
