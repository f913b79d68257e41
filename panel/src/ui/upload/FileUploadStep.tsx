import { Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Panel } from '../layout/Panel.tsx';
import { Notice } from '../status/Notice.tsx';
import { DropZone } from './DropZone.tsx';
import { type FileRule, findRefusalReason } from './file-rule.ts';
import { UploadProgress } from './UploadProgress.tsx';
import classes from './FileUploadStep.module.css';
import type { useUpload } from './use-upload.ts';

interface FileUploadStepProps {
  readonly rule: FileRule;
  readonly upload: Pick<ReturnType<typeof useUpload>, 'share' | 'failure' | 'withdraw'>;
  /** Called with a file that the rule accepts. */
  readonly onFile: (file: File) => void;
  /** Text inside the drop area. */
  readonly label: string;
  readonly hint: string;
  /** Text that is shown after the whole file was received. */
  readonly arrived: string;
  /** Fields that the user fills in before selecting the file. */
  readonly fields?: ReactNode;
  /** Notes about the required file, as `<li>` elements. */
  readonly notes: ReactNode;
  readonly privacy: ReactNode;
  readonly children?: ReactNode;
}

/**
 * First step of an import. It shows the drop area for the file, the progress of the upload, and
 * notes about the required file.
 */
export function FileUploadStep(props: FileUploadStepProps) {
  const { rule, upload, label, hint } = props;
  const [file, setFile] = useState<File>();
  const [refused, setRefused] = useState<string>();
  const selectFile = (chosen: File) => {
    const why = findRefusalReason(chosen, rule);
    setRefused(why);
    setFile(chosen);
    if (why === undefined) props.onFile(chosen);
  };
  const failure = refused ?? upload.failure?.message;
  return (
    <Panel className={classes.root!}>
      {failure && (
        <Notice tone="bad" icon={IconAlertTriangle}>
          {failure}
        </Notice>
      )}
      {props.fields}
      {upload.share !== undefined && file ? (
        <UploadProgress
          file={file}
          share={upload.share}
          arrived={props.arrived}
          action={
            <Button size="xs" variant="default" onClick={upload.withdraw}>
              Cancelar
            </Button>
          }
        />
      ) : (
        <DropZone {...{ label, hint }} accept={rule.accept} onFile={selectFile} />
      )}
      <Stack component="ul" gap="md" c="dimmed" fz="control" lh="1.5" className={classes.notes}>
        {props.notes}
        <Group component="li" gap="sm" align="stretch" wrap="nowrap" className={classes.privacy}>
          <IconLock size={15} stroke={1.75} aria-hidden />
          {props.privacy}
        </Group>
      </Stack>
      {props.children}
    </Panel>
  );
}
