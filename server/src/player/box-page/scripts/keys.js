/* Keys of the remote control, then the start of the page. */
var box = window.ramal;

/* Codes as a box sends them; a keyboard has the same ones, colours as F1 to F4. */
box.KEYS = {
  8: 'back',
  13: 'ok',
  27: 'back',
  33: 'pageUp',
  34: 'pageDown',
  37: 'left',
  38: 'up',
  39: 'right',
  40: 'down',
  112: 'red',
  113: 'green',
  114: 'yellow',
  115: 'blue'
};

/* Codes that a box sends together with Alt. */
box.ALT_KEYS = { 69: 'green', 83: 'back', 85: 'power', 89: 'info', 192: 'mute' };

box.keyOf = function (event) {
  var code = event.keyCode || event.which;
  if (event.altKey) return box.ALT_KEYS[code];
  if (code === 9) return event.shiftKey ? 'channelDown' : 'channelUp';
  if (code === 107 || (code === 187 && box.stb)) return 'louder';
  if (code === 109 || (code === 189 && box.stb)) return 'quieter';
  return box.KEYS[code];
};

box.digitOf = function (event) {
  var code = event.keyCode || event.which;
  if (event.altKey || event.ctrlKey) return undefined;
  if (code >= 48 && code <= 57) return String(code - 48);
  if (code >= 96 && code <= 105) return String(code - 96);
  return undefined;
};

/* A field takes its own keys, except those that leave it. */
box.isTyping = function (event, key) {
  if (!/^input$/i.test(event.target.tagName)) return false;
  return key !== 'ok' && key !== 'up' && key !== 'down' && key !== 'power';
};

box.pressKey = function (event) {
  var key = box.keyOf(event);
  var digit = box.digitOf(event);
  if ((!key && digit === undefined) || box.isTyping(event, key)) return;
  event.preventDefault();
  if (key === 'power') box.toggleStandby();
  else if (key === 'louder') box.changeVolume(5);
  else if (key === 'quieter') box.changeVolume(-5);
  else if (key === 'mute') box.mute();
  else if (box.closeMessage) {
    if (key === 'ok' || key === 'back') box.closeMessage();
  } else if (box.isBlocked) box.pressBlocked(key);
  else if (box.overlay) {
    if (key === 'back') box.closeOverlay();
    else box.overlay.press(key, digit);
  } else if (!box.channels) return;
  else if (digit !== undefined) box.typeDigit(digit);
  else if (box.isFull) box.pressFull(key);
  else box.pressList(key);
};

box.pressList = function (key) {
  var keys = {
    up: -1,
    down: 1,
    channelUp: 1,
    channelDown: -1,
    pageUp: -box.ROWS,
    pageDown: box.ROWS
  };
  if (keys[key]) box.move(keys[key]);
  else if (key === 'left') box.chooseGroup(box.group - 1, '');
  else if (key === 'right') box.chooseGroup(box.group + 1, '');
  else if (key === 'ok') box.enterFull();
  else if (key === 'red') box.toggleFavourite();
  else if (key === 'green') box.openGuide();
  else if (key === 'yellow') box.openArchiveList();
  else if (key === 'blue') box.openSearch();
};

box.pressFull = function (key) {
  var steps = { up: 1, down: -1, channelUp: 1, channelDown: -1 };
  if (key === 'back') return box.leaveFull();
  if (steps[key]) {
    if (box.playing && box.playing.id === 'archive') box.playing = null;
    box.move(steps[key]);
  } else if (key === 'ok' && box.playing && box.playing.hasFailed) box.tryAgain();
  box.showBand();
};

box.start = function () {
  var mac = box.findMac();
  document.onkeydown = box.pressKey;
  box.find('first').onclick = function () {
    box.chooseButton(0);
    box.pressBlocked('ok');
  };
  box.find('second').onclick = function () {
    box.chooseButton(1);
    box.pressBlocked('ok');
  };
  box.find('message-ok').onclick = function () {
    if (box.closeMessage) box.closeMessage();
  };
  box.prepareScreen();
  if (!mac) return box.askMac();
  box.useMac(mac);
  box.drawLoading();
  box.signIn();
};

box.start();
