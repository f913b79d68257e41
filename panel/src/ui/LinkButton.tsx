import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type AnchorProps = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps | 'href'> & {
    ref?: Ref<HTMLAnchorElement>;
  };

function AnchorButton(props: AnchorProps) {
  return <Button component="a" {...props} />;
}

/** Link that looks like a button. Like any other link, it can be opened in a new tab. */
export const LinkButton = createLink(AnchorButton);
