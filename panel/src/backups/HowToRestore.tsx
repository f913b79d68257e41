import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { type Backups, signatureLine } from './backup-words.ts';
import classes from './HowToRestore.module.css';

interface HowToRestoreProps {
  readonly backups: Backups;
  readonly onClose: () => void;
}

export function HowToRestore({ backups, onClose }: HowToRestoreProps) {
  return (
    <Dialog onClose={onClose} width={560} title="Como restaurar" closeLabel="Entendi">
      <Steps backups={backups} />
    </Dialog>
  );
}

function Steps({ backups }: Pick<HowToRestoreProps, 'backups'>) {
  const { chains } = backups.pointInTime;
  const { restoreCommand: command } = backups;
  const file = backups.local[0]?.name ?? 'ARQUIVO';
  return (
    <ol className={classes.steps}>
      <li>Pare o Ramal. Em uma máquina nova, instale a mesma versão, ou uma mais nova.</li>
      <li>
        Traga o arquivo da cópia e o da chave, e rode:
        <CopyRow
          label="Para uma cópia"
          value={`${command} ${file} --key ramal-chave.txt`}
          wrap="below"
        />
        {chains[0] && (
          <CopyRow
            label="Para um segundo"
            value={`${command} --until 2026-11-20T13:31:58 --from ${chains[0].type} --key ramal-chave.txt`}
            wrap="below"
          />
        )}
      </li>
      <li>
        O arquivo da chave precisa desta linha, que diz de que instalação as cópias são aceitas.
        Arquivos criados antes da assinatura não a têm: acrescente-a agora.
        <CopyRow
          label="Linha da assinatura"
          value={signatureLine(backups.signatureKey)}
          wrap="below"
        />
        Uma cópia sem assinatura, de uma versão antiga, só volta com --unsigned no comando: use-o
        apenas se souber de onde ela veio.
      </li>
      <li>
        A cópia volta ao lado do que existe e responde às perguntas do ensaio; só então toma o
        lugar. O banco de antes fica guardado com outro nome.
      </li>
      <li>
        Em uma máquina nova, onde os lugares ainda não são conhecidos, o endereço vai por extenso:
        s3://CHAVE@servidor/bucket/pasta (s3+http:// se não tiver TLS) ou
        sftp://usuário@servidor/pasta, e o segredo em uma variável de ambiente: {command} sem mais
        nada diz qual.
      </li>
      <li>
        Inicie o Ramal. Ele começa em quarentena: nada é cobrado, comprado ou movido, nenhuma chave
        de API é atendida, e todos entram de novo. Confira o que houve desde a cópia e libere o
        painel.
      </li>
    </ol>
  );
}
