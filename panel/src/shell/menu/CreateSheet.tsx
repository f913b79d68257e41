import { BottomSheet } from '../../ui/bottom-sheet/BottomSheet.tsx';
import { SheetGroup, SheetRow } from '../../ui/bottom-sheet/SheetRow.tsx';
import { SheetTile, SheetTiles } from '../../ui/bottom-sheet/SheetTile.tsx';
import type { CreateLink } from './menu.ts';

interface CreateSheetProps {
  opened: boolean;
  onClose: () => void;
  create: readonly CreateLink[];
}

/**
 * Sheet that the + button of the phone opens. It shows tests as tiles, followed by other things to
 * create.
 */
export function CreateSheet({ opened, onClose, create }: CreateSheetProps) {
  const tests = create.filter((link) => link.look === 'test');
  const rest = create.filter((link) => link.look !== 'test');
  return (
    <BottomSheet opened={opened} onClose={onClose} label="Criar" title="Criar">
      {tests.length > 0 && (
        <SheetTiles>
          {tests.map(({ label, icon, hint: _hint, look, ...destination }) => (
            <SheetTile
              key={label}
              icon={icon}
              label={label}
              look={look}
              destination={destination}
              onClick={onClose}
            />
          ))}
        </SheetTiles>
      )}
      {rest.length > 0 && (
        <SheetGroup>
          {rest.map(({ label, icon, hint, look: _look, ...destination }) => (
            <SheetRow
              key={label}
              icon={icon}
              label={label}
              hint={hint}
              destination={destination}
              onClick={onClose}
            />
          ))}
        </SheetGroup>
      )}
    </BottomSheet>
  );
}
