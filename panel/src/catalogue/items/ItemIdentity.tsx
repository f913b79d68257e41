import { Group } from '@mantine/core';
import type { CatalogueStream } from '@ramal/contract/catalogue/catalogue';
import { isStream, type Item, catalogueKind } from './item.ts';
import { kindIcons } from './item-icons.ts';
import classes from './ItemIdentity.module.css';
import { Picture } from './Picture.tsx';

/**
 * Shows the picture and the name of an item. Marks state why apps do not show the item or hide it
 * from children.
 */
export function ItemIdentity({ item, size }: { item: Item; size: number }) {
  return (
    <Group component="span" gap="md" wrap="nowrap" miw={0}>
      <Picture url={item.icon} size={size} icon={kindIcons[catalogueKind(item)]} />
      <b className={classes.name}>{item.name}</b>
      {isStream(item) &&
        marksOf(item).map((mark) => (
          <span key={mark} className={classes.mark}>
            {mark}
          </span>
        ))}
    </Group>
  );
}

const marksOf = ({ hidden, gone, isAdult }: CatalogueStream): string[] => [
  ...(hidden ? ['oculto'] : []),
  ...(gone ? ['fora da lista'] : []),
  ...(isAdult ? ['18+'] : []),
];
