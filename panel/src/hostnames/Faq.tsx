import { CloseButton } from '@mantine/core';
import { Panel } from '../ui/layout/Panel.tsx';
import classes from './hostnames.module.css';

/** S-DNS-06, -07, K-69. */
export const Faq = ({ onClose }: { onClose: () => void }) => (
  <Panel className={classes.faq} label="FAQ">
    <CloseButton aria-label="Fechar a FAQ" onClick={onClose} />
    <h2>Para que serve um DNS só meu?</h2>
    <p>
      Os links dos seus clientes passam a levar o seu nome. Você pode compartilhá-lo com as revendas
      abaixo de você.
    </p>
    <h2>Quando começa a valer?</h2>
    <p>A propagação leva até 2 horas. Para conferir, use ping com o nome: ele tem que responder.</p>
    <h2>Tem garantia?</h2>
    <p>
      O nome passa por uma rede de entrega (CDN), e não há garantia de que nenhum provedor o
      bloqueie. Por isso o rodízio: quando um cai, os links novos levam o próximo.
    </p>
  </Panel>
);
