/* Playing a channel or a programme of the archive, in the list's rectangle or full screen. */
var box = window.ramal;

box.playing = null;
box.NO_BOX = 'A imagem só abre na caixa. Aqui você vê a lista e o guia.';

box.pictureText = function (text) {
  box.write('picture-text', text);
  box.show('picture-text', text);
  if (!box.isFull || !text) return;
  box.showBand();
  window.clearTimeout(box.bandTimer);
  box.write('band-now', text);
  box.write('band-next', '');
};

/* Starts 400 ms after the row stopped moving, so that a scroll opens no streams. */
box.startPreview = (function () {
  var start = box.settle(400, function () {
    var channel = box.channel();
    if (box.isBlocked || box.overlay || !channel) return;
    if (box.playing && (box.playing.programme || box.playing.id === channel.id)) return;
    box.openChannel(channel);
  });
  return function () {
    if (!box.isFull) box.showPreview();
    start();
  };
})();

box.failureText = function (error) {
  if (error === 'limit') return 'Outra tela está usando sua linha. OK tenta de novo.';
  var isPast = box.playing && box.playing.programme;
  return isPast ? 'Este programa não abriu. Tente outro.' : 'Este canal não abriu. Tente outro.';
};

/* Opens what failed once more. The live channel never replaces a programme of the archive. */
box.tryAgain = function () {
  var playing = box.playing;
  if (playing.programme) box.openArchive(playing.channel, playing.programme);
  else box.openChannel(box.channel());
};

box.openChannel = function (channel) {
  box.openLink({ id: channel.id }, 'itv', { cmd: channel.cmd, series: '' });
  box.call('itv', 'set_last_id', { id: channel.id });
};

box.openArchive = function (channel, programme) {
  box.openLink({ id: 'archive', channel: channel, programme: programme }, 'tv_archive', {
    cmd: 'auto /media/' + programme.id + '.mpg',
    series: ''
  });
};

/* Requests a link and plays it, unless another one was requested in the meantime. */
box.openLink = function (playing, type, fields) {
  box.playing = playing;
  box.stop();
  if (!box.stb) {
    box.pictureText(box.NO_BOX);
    return;
  }
  box.pictureText('');
  box.get(type, 'create_link', fields, function (failure, js) {
    if (box.playing !== playing) return;
    if (failure === 'denied') return box.signIn();
    if (failure || !js) return box.pictureFailed(box.failureText());
    if (js.error === 'access_denied') return box.signIn();
    if (js.error || !js.cmd) return box.pictureFailed(box.failureText(js.error));
    box.play(js.cmd);
    if (!box.isFull) box.showPreview();
  });
};

box.pictureFailed = function (text) {
  if (!box.playing) return;
  box.playing.hasFailed = true;
  box.pictureText(text);
};

/* A channel that ends is opened again; a programme of the archive leads to the list. */
box.pictureEnded = function () {
  var playing = box.playing;
  if (!playing || playing.hasFailed) return;
  if (playing.id === 'archive') return box.leaveFull();
  window.setTimeout(function () {
    if (box.playing === playing) box.openChannel(box.channel());
  }, 2000);
};

box.enterFull = function () {
  var channel = box.channel();
  if (!channel) return;
  if (!box.playing || box.playing.hasFailed || box.playing.id !== channel.id)
    box.openChannel(channel);
  if (!box.stb || (box.playing && box.playing.hasFailed)) return;
  box.isFull = true;
  box.show('list', false);
  box.showFull();
  box.showBand();
};

box.watchArchive = function (channel, programme) {
  box.openArchive(channel, programme);
  if (!box.stb) return;
  box.isFull = true;
  box.show('list', false);
  box.showFull();
  box.showBand();
};

box.leaveFull = function () {
  box.isFull = false;
  box.show('band', false);
  box.show('list', true);
  box.draw();
  if (box.playing && box.playing.id === 'archive') box.playing = null;
  box.startPreview();
};

box.showBand = function () {
  var playing = box.playing || {};
  var channel = playing.channel || box.channel();
  var programmes = playing.programme ? [playing.programme] : box.programmes(channel);
  var line = function (row, word) {
    return row ? word + box.hour(row.start_timestamp) + '  ' + row.name : '';
  };
  box.write('band-number', channel.number);
  box.write('band-name', channel.name);
  box.write('band-now', line(programmes[0], '') || 'sem guia');
  box.write('band-next', line(programmes[1], 'depois  '));
  box.show('band', true);
  window.clearTimeout(box.bandTimer);
  box.bandTimer = window.setTimeout(function () {
    box.show('band', false);
  }, 4000);
};

box.showDigits = function (text) {
  box.write('digits', text);
  box.show('digits', text);
  window.clearTimeout(box.digitsTimer);
  box.digitsTimer = window.setTimeout(function () {
    box.show('digits', false);
  }, 2000);
};

/* Digits lead to the channel's number 1.5 seconds after the last one. */
box.typed = '';
box.typeDigit = (function () {
  var finish = box.settle(1500, function () {
    var number = Number(box.typed);
    box.typed = '';
    box.show('digits', false);
    box.goToNumber(number);
  });
  return function (digit) {
    box.typed = (box.typed + digit).slice(-5);
    box.showDigits(box.typed);
    finish();
  };
})();
