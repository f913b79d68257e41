/** First step: uploads a CSV or a spreadsheet. The server stores the file for at most one day. */
import { Button } from '@mantine/core';
import { MAX_LINE_FILE_BYTES, uploadLineFile } from '@ramal/contract/lines/line-import';
import { IconDownload } from '@tabler/icons-react';
import { formatBytes } from '../../foundation/bytes.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { downloadBlob } from '../../foundation/api/download.ts';
import { FileUploadStep } from '../../ui/upload/FileUploadStep.tsx';
import { useUpload } from '../../ui/upload/use-upload.ts';

const FILE = {
  accept: '.csv,.xlsx,.txt',
  endings: 'um CSV ou uma planilha xlsx',
  maxBytes: MAX_LINE_FILE_BYTES,
};

/**
 * Example file. It starts with a byte order mark and uses semicolons, so that a spreadsheet program
 * can open it with a double click.
 */
const EXAMPLE =
  '\uFEFFUsuário;Senha;Vencimento;Nota;WhatsApp\r\n82014573;k7Tq29xm;31/12/2026;Dona Célia;5511900000001\r\n';

export function ChooseFile({ onSent }: { onSent: (id: number) => void }) {
  const phone = useIsPhone();
  const upload = useUpload(uploadLineFile, []);
  const send = async (chosen: File) => {
    const answer = await upload.send({ query: { name: chosen.name.slice(0, 200) } }, chosen);
    if (answer) onSent(answer.id);
  };
  return (
    <FileUploadStep
      rule={FILE}
      upload={upload}
      onFile={(chosen) => void send(chosen)}
      label={phone ? 'Escolher planilha' : 'Solte a planilha aqui ou clique para escolher'}
      hint={`CSV ou xlsx, até ${formatBytes(MAX_LINE_FILE_BYTES)} e 20.000 clientes`}
      arrived="Recebido, lendo as linhas"
      notes={
        <>
          <li>
            <b>O que precisa ter.</b> Usuário e senha de cada cliente, ou o link da lista com eles.
            Vencimento, nota, WhatsApp e pacote são lidos se estiverem lá.
          </li>
          <li>
            <b>Nada é criado agora.</b> Você diz o que é cada coluna e vê, linha por linha, o que
            será importado e quanto custa.
          </li>
        </>
      }
      privacy="Só você vê este arquivo, e ele é excluído em 24 horas."
    >
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        onClick={() =>
          downloadBlob(new Blob([EXAMPLE], { type: 'text/csv' }), 'modelo-importacao.csv')
        }
      >
        Baixar um modelo
      </Button>
    </FileUploadStep>
  );
}
