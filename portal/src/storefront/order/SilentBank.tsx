import pageClasses from '../../portal.module.css';

/** Warning that the last request for the state of a payment was not answered. */
export const SilentBank = () => (
  <p className={pageClasses.warn} role="status">
    Ainda sem resposta do banco. Se você pagou, não pague de novo.
  </p>
);
