/** Card with the playlists of the portal (S-SETFRP-05, S-SETFRP-06, V-60, Q-LINKHTTP). */
import { getPortalLinks, savePortalLinks } from '@ramal/contract/links';
import { IconPlaylist } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { SaveButton } from '../../ui/form/SaveButton.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import classes from './PortalLinksCard.module.css';

const none = {
  m3u8: '',
  ssiptv: '',
  m3u8Encurtado: '',
  ssiptvEncurtado: '',
  automatic: { m3u8: false, ssiptv: false },
};
type Field = Exclude<keyof typeof none, 'automatic'>;

export function PortalLinksCard() {
  const { data: { automatic, ...links } = none } = useCall(getPortalLinks, {});
  const form = useForm(savePortalLinks, {
    initial: links,
    send: (body) => ({ body }),
    confirm: () => ({
      title: 'Publicar as listas do portal?',
      icon: IconPlaylist,
      facts: [{ icon: IconPlaylist, text: 'Mudam na hora no portal de todos os clientes.' }],
      confirmLabel: 'Sim, publicar',
    }),
    // Shows the same text after an invalid link and after a failure of the server.
    alertFor: ({ refusal }) =>
      refusal
        ? {
            title: 'Erro ao publicar links',
            text: 'Verifique os links ou tente novamente mais tarde.',
            requestId: refusal.requestId,
          }
        : false,
    refresh: [getPortalLinks],
    success: ({ message }) => ({ title: message }),
  });
  /**
   * Returns a hint that states whether the panel created the short link or the user typed it
   * (Q-PORTALSHORT).
   */
  const hintOf = (name: 'm3u8' | 'ssiptv', label: string) => {
    if (links[`${name}Encurtado`] === '') return undefined;
    return automatic[name]
      ? `Criado pelo painel: acompanha o ${label}.`
      : `Digitado: fica como está se o ${label} mudar.`;
  };
  const field = (name: Field, label: string, isShort = false, hint?: string) => (
    <TextField
      label={label}
      mono
      optional={isShort}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      hint={hint}
      placeholder={isShort ? 'vazio cria um' : 'http://'}
      {...form.field(name)}
    />
  );
  return (
    <TitledCard
      title="Lista do portal (M3U8)"
      text="{usuario} e {senha} viram os da linha de quem abre o portal."
    >
      <InlineForm form={form} className={classes.root}>
        {field('m3u8', 'M3U8')}
        {field('ssiptv', 'SSIPTV')}
        {field('m3u8Encurtado', 'M3U8 encurtado', true, hintOf('m3u8', 'M3U8'))}
        {field('ssiptvEncurtado', 'SSIPTV encurtado', true, hintOf('ssiptv', 'SSIPTV'))}
        <SaveButton form={form}>Publicar links</SaveButton>
      </InlineForm>
    </TitledCard>
  );
}
