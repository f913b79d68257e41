import { HtmlText } from '../../ui/html/HtmlText.tsx';
import { plainText } from '../../ui/html/plain-text.ts';
import { type AnnouncementType, isOfPortal, typeWords } from './announcement-words.ts';
import classes from './Preview.module.css';

interface PreviewProps {
  readonly type: AnnouncementType;
  readonly title: string;
  readonly html: string;
}

/** Preview of the announcement on a phone: its position in the page, and the opened text. */
export const Preview = ({ type, title, html }: PreviewProps) => (
  <figure className={classes.root}>
    <div className={classes.phone}>
      <p className={classes.place}>{isOfPortal(type) ? 'Avisos' : typeWords[type].name}</p>
      <div className={classes.card}>
        <b>{title || 'Título'}</b>
        {type === 1 && <span>{plainText(html) || 'Primeiras palavras da mensagem'}</span>}
      </div>
      <div className={classes.sheet}>
        <h2>{title || 'Título'}</h2>
        {html ? <HtmlText html={html} /> : <p className={classes.none}>A mensagem aparece aqui.</p>}
      </div>
    </div>
    <figcaption>
      {isOfPortal(type) ? 'Como o cliente vai ver' : 'Como a revenda vai ver'}
    </figcaption>
  </figure>
);
