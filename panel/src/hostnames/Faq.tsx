import { CloseButton, Text } from '@mantine/core';
import { Panel } from '../ui/layout/Panel.tsx';
import classes from './hostnames.module.css';

/** FAQ about hostnames (S-DNS-06, -07, K-69). */
export const Faq = ({ onClose }: { onClose: () => void }) => (
  <Panel pos="relative" py="2xl" px="3xl" className={classes.faq} label="FAQ">
    <CloseButton aria-label="Fechar a FAQ" onClick={onClose} />
    <Text component="h2" inherit fz="body">
      Para que serve um DNS só meu?
    </Text>
    <p>
      Os links dos seus clientes passam a levar o seu nome. Você pode compartilhá-lo com as revendas
      abaixo de você.
    </p>
    <Text component="h2" inherit fz="body">
      Quando começa a valer?
    </Text>
    <p>A propagação leva até 2 horas. Para conferir, use ping com o nome: ele tem que responder.</p>
    <Text component="h2" inherit fz="body">
      Tem garantia?
    </Text>
    <p>
      O nome passa por uma rede de entrega (CDN), e não há garantia de que nenhum provedor o
      bloqueie. Por isso o rodízio: quando um cai, os links novos levam o próximo.
    </p>
  </Panel>
);
