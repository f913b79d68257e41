/** On the phone, one button next to the tabs opens the filters and the export. */
import { ActionIcon, Box, Button, Stack } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { BottomSheet } from '../ui/bottom-sheet/BottomSheet.tsx';
import { SheetTitle } from '../ui/bottom-sheet/SheetRow.tsx';
import { ChoiceTiles } from '../ui/form/fields/ChoiceTiles.tsx';

interface Filter {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

interface NumbersFiltersProps {
  readonly filters: readonly Filter[];
  /** Buttons of the header that do not fit on a phone. */
  readonly children: ReactNode;
}

export function NumbersFilters({ filters, children }: NumbersFiltersProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Box flex="none" data-beside-tabs>
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label="Filtros"
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <BottomSheet
        opened={opened}
        onClose={() => setOpened(false)}
        label="Filtros"
        title="Filtros"
        keepMounted
      >
        {filters.map(({ label, value, options, onChange }) => (
          <div key={label}>
            <SheetTitle>{label}</SheetTitle>
            <ChoiceTiles words label={label} value={value} options={options} onChange={onChange} />
          </div>
        ))}
        <Stack gap="sm" mt="xl">
          {children}
        </Stack>
        <Button fullWidth size="lg" mt="xl" onClick={() => setOpened(false)}>
          Mostrar
        </Button>
      </BottomSheet>
    </Box>
  );
}
