/**
 * Field for a picture of a brand. The file is uploaded at once. Customers see it after the brand is
 * published.
 */
import { Box, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import {
  BRAND_PICTURE_BYTES,
  type BrandPictureKind,
  uploadBrandPicture,
} from '@ramal/contract/brands/brand-settings';
import { acceptedTypes, brandPictureFormats } from '@ramal/contract/rules/picture-formats';
import { type ReactNode, useState } from 'react';
import type { FieldBinding } from '../../ui/form/use-form.ts';
import { useUpload } from '../../ui/upload/use-upload.ts';
import classes from './PictureField.module.css';

interface PictureFieldProps extends FieldBinding<string> {
  readonly kind: BrandPictureKind;
  readonly label: string;
  /** The current picture, or the placeholder if no picture is set. */
  readonly shown: ReactNode;
  readonly hint: string;
}

const TOO_LARGE = 'A imagem tem mais de 5 MB. Escolha uma menor.';

export function PictureField({
  kind,
  label,
  shown,
  hint,
  value,
  error,
  onChange,
}: PictureFieldProps) {
  const upload = useUpload(uploadBrandPicture, []);
  const [problem, setProblem] = useState('');
  const send = async (file: File | null) => {
    // No file was chosen, so nothing is sent.
    if (!file) return;
    setProblem(file.size > BRAND_PICTURE_BYTES ? TOO_LARGE : '');
    if (file.size > BRAND_PICTURE_BYTES) return;
    const sent = await upload.send({ params: { kind } }, file);
    if (sent) onChange(sent.name);
  };
  const said = problem || upload.failure?.message || error;
  return (
    <Stack gap="xs" fz="control" role="group" aria-label={label}>
      <Text component="b" inherit fw={500}>
        {label}
      </Text>
      <Group
        gap="sm"
        mih="var(--size-tile)"
        py="sm"
        px="md"
        bd="1px solid var(--line-2)"
        bdrs="var(--radius-card)"
        className={classes.box}
      >
        {shown}
        <Box component="span" flex="1 1 0" miw="var(--size-touch-lg)" c="var(--ink-2)">
          {hint}
        </Box>
        {value && (
          <Button variant="subtle" onClick={() => onChange('')} aria-label={`Retirar: ${label}`}>
            Retirar
          </Button>
        )}
        <FileButton
          accept={acceptedTypes(brandPictureFormats)}
          onChange={(file) => void send(file)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={upload.share !== undefined}
              aria-label={`${value ? 'Trocar' : 'Enviar'}: ${label}`}
            >
              {value ? 'Trocar' : 'Enviar'}
            </Button>
          )}
        </FileButton>
      </Group>
      {said && (
        <Text inherit c="var(--bad)" role="alert">
          {said}
        </Text>
      )}
    </Stack>
  );
}
