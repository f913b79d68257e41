import { useState } from 'react';
import { now } from '../clock.ts';
import { formatReward } from '../format.ts';
import { Icon } from '../ui/Icon.tsx';
import { check } from '../ui/icons.ts';
import type { Friend, Referral } from './api.ts';
import { friendText, rewardDay } from './words.ts';
import pageClasses from '../portal.module.css';
import classes from './FriendList.module.css';

/** Friends who came by the link, with their reward. */
export function FriendList({ referral: { friends, total } }: { referral: Referral }) {
  const [at] = useState(now);
  return (
    <section aria-labelledby="friends">
      <div className={pageClasses.head}>
        <h2 id="friends">Seus amigos</h2>
        {friends.length > 0 && <span className={pageClasses.quiet}>{total} pelo seu link</span>}
      </div>
      {friends.length === 0 ? (
        <p className={`${pageClasses.card} ${classes.empty}`}>Mande o link para o primeiro amigo</p>
      ) : (
        <ul className={`${pageClasses.card} ${classes.root}`}>
          {friends.map((friend, index) => (
            // Two friends may have the same name and day, and the list never changes.
            <li key={index}>
              <span className={classes.initial} aria-hidden>
                {Array.from(friend.name)[0]?.toUpperCase()}
              </span>
              <span className={classes.text}>
                {friend.name}
                <small>{friendText(friend, at)}</small>
              </span>
              <span className={classes.reward} data-state={friend.state}>
                <Reward friend={friend} at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Reward({ friend, at }: { friend: Friend; at: Date }) {
  const { state, days, percent = 0 } = friend;
  if (state === 'trial' || state === 'no-purchase') return 'ainda não assinou';
  // Only the friend receives days.
  if (days + percent === 0) return state === 'returned' ? 'pagamento devolvido' : null;
  const reward = formatReward(days, percent);
  if (state === 'returned') return `−${reward}, pagamento devolvido`;
  if (state === 'delivered')
    return (
      <>
        <Icon path={check} /> +{reward}
      </>
    );
  return (
    <>
      +{reward}
      <small>{rewardDay(friend, at)}</small>
    </>
  );
}
