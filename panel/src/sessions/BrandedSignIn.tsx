import type { ReactNode } from 'react';
import { useBrand } from '../brand/brand.tsx';
import { ThemeSwitch } from '../shell/user/ThemeSwitch.tsx';
import { BrandMark } from '../ui/BrandMark.tsx';
import './branded-sign-in.css';

/** The other layout of the sign-in: a brand's picture over the whole screen, a card at its right (S-LOGIN-07). */
export function BrandedSignIn({ children }: { children: ReactNode }) {
  const { name, logo, title, background, forceLight } = useBrand();
  return (
    <main className="branded-sign-in">
      <title>{`Entrar · ${title}`}</title>
      <img className="branded-sign-in-picture" src={background} alt="" fetchPriority="high" />
      <div className="branded-sign-in-words">
        <p>Que bom ter você de volta.</p>
        <p>Seus clientes, seus créditos e seus testes num só lugar.</p>
      </div>
      <div className="branded-sign-in-card">
        <p className="branded-sign-in-brand">
          <BrandMark size={42} logo={logo} />
          {name}
        </p>
        {children}
        {!forceLight && <ThemeSwitch />}
      </div>
    </main>
  );
}
