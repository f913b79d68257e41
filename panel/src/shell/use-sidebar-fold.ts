import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

const key = 'ramal.menu-recolhido';

export interface SidebarFold {
  folded: boolean;
  toggle: () => void;
}

/** 232 or 56 px wide. Between 800 and 1100 px it folds by itself until the person toggles it; above, the choice is stored. */
export function useSidebarFold(): SidebarFold {
  const isNarrow =
    useMediaQuery('(width < 68.75em)', false, { getInitialValueInEffect: false }) ?? false;
  const [chosen, setChosen] = useState(stored);
  const [openWhenNarrow, setOpenWhenNarrow] = useState(false);
  const folded = isNarrow ? !openWhenNarrow : chosen;
  useLayoutEvent(folded);
  const toggle = () => {
    if (isNarrow) return setOpenWhenNarrow(!openWhenNarrow);
    store(!chosen);
    return setChosen(!chosen);
  };
  return { folded, toggle };
}

/** While the width changes, charts and tables are told every 180 ms for up to a second (S-SHELL-10, K-15). */
function useLayoutEvent(folded: boolean): void {
  const before = useRef(folded);
  useEffect(() => {
    if (before.current === folded) return undefined;
    before.current = folded;
    const timer = setInterval(() => window.dispatchEvent(new Event('resize')), 180);
    const end = setTimeout(() => clearInterval(timer), 1000);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [folded]);
}

function stored(): boolean {
  try {
    return localStorage.getItem(key) === 'sim';
  } catch {
    return false;
  }
}

function store(folded: boolean): void {
  try {
    if (folded) localStorage.setItem(key, 'sim');
    else localStorage.removeItem(key);
  } catch {
    // Without storage the choice lives as long as the page.
  }
}
