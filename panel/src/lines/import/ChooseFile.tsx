/** The first step: a CSV or a spreadsheet is sent, read and never kept longer than a day. */
import { Button } from '@mantine/core';
import { LARGEST_LINE_FILE_BYTES, uploadLineFile } from '@ramal/contract/line-import';
import { IconAlertTriangle, IconDownload, IconFile, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { DropZone } from '../../catalogue/DropZone.tsx';
import { formatBytes } from '../../catalogue/bytes.ts';
import '../../catalogue/catalogue.css';
import { useUpload } from '../../catalogue/use-upload.ts';
import { saveBlob } from '../../foundation/save.ts';
import { Notice, Panel } from '../../ui/panels.tsx';

const ENDINGS = ['.csv', '.xlsx', '.txt'] as const;

/** Opens in a spreadsheet by a double click: with its mark, and semicolons. */
const EXAMPLE =
  '\uFEFFUsuário;Senha;Vencimento;Nota;WhatsApp\r\n82014573;k7Tq29xm;31/12/2026;Dona Célia;5511900000001\r\n';

export function ChooseFile({ onSent }: { onSent: (id: number) => void }) {
  const upload = useUpload(uploadLineFile, []);
  const [file, setFile] = useState<File>();
  const [refused, setRefused] = useState<string>();
  const send = async (chosen: File) => {
    const why = refusalOf(chosen);
    setRefused(why);
    setFile(chosen);
    if (why) return;
    const answer = await upload.send({ query: { name: chosen.name.slice(0, 200) } }, chosen);
    if (answer) onSent(answer.id);
  };
  const failure = refused ?? upload.failure?.message;
  return (
    <Panel className="import-choose">
      {failure && (
        <Notice tone="bad" icon={IconAlertTriangle}>
          {failure}
        </Notice>
      )}
      {upload.share !== undefined && file ? (
        <Sending file={file} share={upload.share} onWithdraw={upload.withdraw} />
      ) : (
        <DropZone
          label="Solte a planilha aqui ou clique para escolher"
          hint={`CSV ou xlsx, até ${formatBytes(LARGEST_LINE_FILE_BYTES)} e 20.000 clientes`}
          accept={ENDINGS.join(',')}
          onFile={(chosen) => void send(chosen)}
        />
      )}
      <ul className="import-notes">
        <li>
          <b>O que precisa ter.</b> Usuário e senha de cada cliente, ou o link da lista com eles.
          Vencimento, nota, WhatsApp e pacote são lidos se estiverem lá.
        </li>
        <li>
          <b>Nada é criado agora.</b> Você diz o que é cada coluna e vê, linha por linha, o que será
          importado e quanto custa.
        </li>
        <li className="import-note-lock">
          <IconLock size={15} stroke={1.75} aria-hidden />
          Só você vê este arquivo, e ele é apagado em 24 horas.
        </li>
      </ul>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        onClick={() => saveBlob(new Blob([EXAMPLE], { type: 'text/csv' }), 'modelo-importacao.csv')}
      >
        Baixar um modelo
      </Button>
    </Panel>
  );
}

function Sending({
  file,
  share,
  onWithdraw,
}: {
  file: File;
  share: number;
  onWithdraw: () => void;
}) {
  const percent = Math.floor(share * 100);
  return (
    <div className="sending">
      <IconFile size={22} stroke={1.5} aria-hidden />
      <div>
        <p className="sending-name">
          <b>{file.name}</b>
          <span className="num">{formatBytes(file.size)}</span>
        </p>
        <div
          className="task-bar"
          role="progressbar"
          aria-label="Enviando"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <i style={{ transform: `scaleX(${share})` }} />
        </div>
        <p role="status">{percent < 100 ? `Enviando, ${percent}%` : 'Recebido, lendo as linhas'}</p>
      </div>
      <Button size="xs" variant="default" onClick={onWithdraw}>
        Cancelar
      </Button>
    </div>
  );
}

function refusalOf({ name, size }: File): string | undefined {
  if (!ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)))
    return 'Este arquivo não serve: envie um CSV ou uma planilha xlsx.';
  if (size === 0) return 'Este arquivo está vazio.';
  if (size > LARGEST_LINE_FILE_BYTES)
    return `Este arquivo tem ${formatBytes(size)}, e o limite é ${formatBytes(LARGEST_LINE_FILE_BYTES)}.`;
  return undefined;
}
