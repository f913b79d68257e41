/** Binds the calls for backups. */
import {
  downloadBackup as downloadDeclaration,
  proveBackupKey as proveDeclaration,
  removeBackupRemote as removeRemoteDeclaration,
  saveBackupKey as saveDeclaration,
  saveBackupS3 as saveS3Declaration,
  saveBackupSftp as saveSftpDeclaration,
  startBackup as startDeclaration,
  startDrill as startDrillDeclaration,
  viewBackups as viewDeclaration,
} from '@ramal/contract/operations/backups';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { encryptChallenge, proveBackupKey, saveBackupKey } from './backup-key.ts';
import { startDrill } from './drill.ts';
import { downloadBackup, listBackups } from './list-backups.ts';
import { startBackup } from './make-backup.ts';
import { s3Access, sftpAccess } from './stores/read-access.ts';
import { removeRemote, saveRemote } from './stores/save-remote.ts';

const STORE_PROVEN = 'Lugar comprovado: foi escrito, lido de volta e excluído nele';

export const backupRoutes = (ctx: AppContext): Binding[] => [
  bind(viewDeclaration, () => listBackups(ctx)),
  bind(downloadDeclaration, (call) => downloadBackup(ctx, call, call.body)),
  bind(startDeclaration, async (call) => ({
    message: 'O backup está sendo feito',
    task: await startBackup(ctx, call),
  })),
  bind(startDrillDeclaration, async (call) => ({
    message: 'O ensaio começou',
    task: await startDrill(ctx, call),
  })),
  bind(
    saveDeclaration,
    async (call) => ({
      message: 'Chave salva. Agora comprove que você tem a outra metade.',
      challenge: await saveBackupKey(ctx, call, call.body.recipient),
    }),
    ({ body }) => encryptChallenge(body.recipient, ''),
  ),
  bind(proveDeclaration, async (call) => {
    await proveBackupKey(ctx, call, call.body.word);
    return { message: 'Chave comprovada com sucesso' };
  }),
  bind(saveS3Declaration, async (call) => {
    await saveRemote(ctx, call, { storeId: call.params.type, access: s3Access(call.body) });
    return { message: STORE_PROVEN };
  }),
  bind(
    saveSftpDeclaration,
    async (call) => {
      await saveRemote(ctx, call, {
        storeId: call.params.type,
        access: await sftpAccess(call.body),
      });
      return { message: STORE_PROVEN };
    },
    ({ body }) => sftpAccess(body),
  ),
  bind(removeRemoteDeclaration, async (call) => {
    await removeRemote(ctx, call, call.params.type);
    return { message: 'Lugar desligado. O que está lá continua guardado.' };
  }),
];
