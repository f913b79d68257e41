import pageClasses from '../portal.module.css';

interface FailedPageProps {
  problem: string;
  onRetry: () => void;
}

/** Shown if the data of the page could not be read. */
export const FailedPage = ({ problem, onRetry }: FailedPageProps) => (
  <main>
    <div className={pageClasses.card} role="alert">
      <h1>Não deu para abrir a página</h1>
      <p>{problem}</p>
      <button type="button" className={pageClasses.main} onClick={onRetry}>
        Tentar de novo
      </button>
    </div>
  </main>
);
