import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './AnswerOptions.module.css';
import type { AnswerList } from './use-answer-list.ts';

/** Options above the message field. The field keeps the focus while the arrow keys choose one. */
export function AnswerOptions({ list }: { list: AnswerList }) {
  const { id, isOpen, matches, active, choose } = list;
  const chosen = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // The braces matter: some browsers return a promise, which is no clean-up function.
    chosen.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (!isOpen) return null;
  return (
    <ul id={id} className={classes.root} role="listbox" aria-label="Respostas prontas">
      {matches.map((answer, index) => (
        <li
          key={answer.id}
          ref={index === active ? chosen : undefined}
          id={`${id}-${index}`}
          className={classes.option}
          role="option"
          aria-selected={index === active}
          // Keeps the focus in the message field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(answer)}
        >
          <b>{answer.title}</b>
          <Text span inherit truncate display="block" c="var(--ink-2)" fz="note">
            {answer.body}
          </Text>
        </li>
      ))}
    </ul>
  );
}
