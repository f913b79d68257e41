import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';

export const DocumentationButton = ({ section }: { section?: string }) => (
  <Button
    component="a"
    href={section ? `/api/docs#${section}` : '/api/docs'}
    target="_blank"
    rel="noreferrer"
    variant="default"
    leftSection={<IconBook2 size={16} stroke={1.75} aria-hidden />}
  >
    Documentação
  </Button>
);
