import cards from './CardRows.module.css';
import classes from './SkeletonCards.module.css';

/** The shape of cards to come, in the places where they will stand. */
export function SkeletonCards({ cards: count }: { cards: number }) {
  return (
    <div className={cards.root} aria-hidden="true" data-skeleton>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={`${cards.card} ${classes.card}`}>
          <i />
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}
