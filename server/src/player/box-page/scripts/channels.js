/* List of channels, preview and full screen. */
var box = window.ramal;

box.ROWS = 9;
box.channels = null;
box.groups = [];
box.group = 0;
box.shown = [];
box.index = 0;
box.top = 0;
box.isFull = false;
/* Programmes of the guide by channel. */
box.guide = {};
/* Ids of the favourite channels in the viewer's order. */
box.favourites = [];

box.openList = function () {
  box.leaveBlocked();
  box.show('list', true);
  box.show('offline', false);
  box.showValidity();
  box.tick();
  if (box.channels) {
    box.draw();
    box.startPreview();
  } else box.loadChannels();
};

/* Grey bars appear until the first list arrives; a failed refresh keeps the former list. */
box.loadChannels = function () {
  if (!box.channels) box.drawLoading();
  box.get('itv', 'get_genres', {}, function (failure, genres) {
    if (failure) return box.listFailed();
    box.get('itv', 'get_all_channels', {}, function (problem, js) {
      if (problem || !js) return box.listFailed();
      box.readFavourites(function () {
        box.show('offline', false);
        box.useChannels(genres, js.data);
      });
    });
  });
};

/* The list of channels is the same for many boxes, so it does not contain the favourites. */
box.readFavourites = function (done) {
  box.get('itv', 'get_fav_ids', {}, function (failure, ids) {
    /* Without the stored ids, the next change would replace all favourites. */
    if (failure || !ids) return box.listFailed();
    box.favourites = ids;
    done();
  });
};

box.isFavourite = function (channel) {
  return box.favourites.indexOf(channel.id) >= 0;
};

box.listFailed = function () {
  box.show('offline', true);
  window.setTimeout(box.loadChannels, 10000);
};

box.useChannels = function (genres, rows) {
  var current = box.channel();
  var isUsed = {};
  rows.forEach(function (row) {
    isUsed[row.tv_genre_id] = true;
  });
  box.channels = rows;
  box.groups = [
    { id: '*', title: 'Todos os canais' },
    { id: 'fav', title: 'Favoritos' }
  ].concat(
    genres.filter(function (genre) {
      return genre.id !== '*' && isUsed[genre.id];
    })
  );
  if (box.group >= box.groups.length) box.group = 0;
  box.chooseGroup(box.group, (current && current.id) || String(box.profile.last_itv_id || ''));
};

box.chooseGroup = function (number, channelId) {
  var count = box.groups.length;
  box.group = (number + count) % count;
  var id = box.groups[box.group].id;
  box.shown = box.channels.filter(function (row) {
    if (id === '*') return true;
    return id === 'fav' ? box.isFavourite(row) : row.tv_genre_id === id;
  });
  box.index = 0;
  box.shown.forEach(function (row, index) {
    if (row.id === channelId) box.index = index;
  });
  box.moved();
};

box.channel = function () {
  return box.shown[box.index];
};

box.move = function (step) {
  if (!box.shown.length) return;
  var last = box.shown.length - 1;
  var next = box.index + step;
  var isOne = step === 1 || step === -1;
  if (isOne && next < 0) next = last;
  else if (isOne && next > last) next = 0;
  box.index = Math.max(0, Math.min(last, next));
  box.moved();
};

box.moved = function () {
  box.draw();
  box.startPreview();
  box.readGuide();
};

box.drawLoading = function () {
  var rows = box.clear('rows');
  var i;
  for (i = 0; i < box.ROWS; i += 1) box.add(box.add(rows, 'row row-' + i), 'bone');
};

box.draw = function () {
  if (!box.channels) return;
  var rows = box.clear('rows');
  var count = box.shown.length;
  box.top = Math.max(0, Math.min(box.index - 3, count - box.ROWS));
  box.shown.slice(box.top, box.top + box.ROWS).forEach(function (channel, i) {
    box.drawRow(rows, channel, i);
  });
  box.write('count', count ? box.index + 1 + ' de ' + count : '');
  if (!count) box.add(rows, 'empty', 'Nenhum canal aqui. Vermelho marca um favorito.');
  box.drawGroups();
  box.drawNow();
};

box.drawRow = function (rows, channel, i) {
  var isChosen = box.top + i === box.index;
  var row = box.add(rows, 'row row-' + i + (isChosen ? ' chosen' : ''));
  var programme = box.programmes(channel)[0];
  var days = Math.floor(Number(channel.tv_archive_duration || 0) / 24);
  if (isChosen) box.add(row, 'ring');
  box.add(row, 'number', channel.number);
  var name = box.add(row, 'name', (box.isFavourite(channel) ? '★ ' : '') + channel.name);
  var title = programme ? programme.name : box.guide[channel.id] ? 'sem guia' : '';
  var text = box.add(row, 'programme', title);
  box.add(row, 'days', days > 0 ? days + (days === 1 ? ' dia' : ' dias') : '');
  // A long name takes the room of the programme.
  var left = Math.max(text.offsetLeft, name.offsetLeft + name.offsetWidth + 16);
  text.style.left = left + 'px';
};

box.writeGroups = function (titles) {
  box.write('groups', titles.length ? '◄   ' + titles.join('  ·  ') + '   ►' : '');
};

box.drawGroups = function () {
  var others = [];
  var i;
  for (i = 1; i < Math.min(5, box.groups.length); i += 1)
    others.push(box.groups[(box.group + i) % box.groups.length].title);
  box.write('group', box.groups[box.group].title);
  var groups = box.find('groups');
  box.writeGroups(others);
  var left = box.find('group').offsetLeft + box.find('group').offsetWidth + 32;
  groups.style.left = left + 'px';
  groups.style.width = Math.max(0, box.find('clock').offsetLeft - left) + 'px';
  /* A group that does not fit would be cut, and the arrow after it with it. */
  while (others.length > 1 && groups.scrollWidth > groups.clientWidth) {
    others.pop();
    box.writeGroups(others);
  }
};

/* Programmes of a channel that have not ended. */
box.programmes = function (channel) {
  var now = box.now();
  return (box.guide[channel.id] || []).filter(function (row) {
    return Number(row.stop_timestamp) > now;
  });
};

/* Reads the guide of the visible channels that is missing or has ended. */
box.readGuide = box.settle(250, function () {
  var now = box.now();
  box.shown.slice(box.top, box.top + box.ROWS).forEach(function (channel) {
    var isStale = !box.guide[channel.id] || !box.programmes(channel).length;
    if (!isStale || now < (channel.guideReadAt || 0) + 600) return;
    channel.guideReadAt = now;
    box.get('itv', 'get_short_epg', { ch_id: channel.id, size: 10 }, function (failure, js) {
      var rows = js && js.data ? js.data : js;
      if (failure || !rows || !rows.length) box.guide[channel.id] = box.guide[channel.id] || [];
      else box.guide[channel.id] = rows;
      box.redraw();
    });
  });
});

box.redraw = box.settle(60, function () {
  if (box.isBlocked) return;
  box.draw();
  if (box.overlay && box.overlay.refresh) box.overlay.refresh();
});

box.drawNow = function () {
  var channel = box.channel();
  var programmes = channel ? box.programmes(channel) : [];
  var current = programmes[0];
  var isRunning = current && Number(current.start_timestamp) <= box.now();
  box.write('now-channel', channel ? 'Agora em ' + channel.name : '');
  box.write(
    'now-title',
    isRunning ? current.name : channel && box.guide[channel.id] ? 'sem guia' : ''
  );
  box.show('bar', isRunning);
  box.write('now-times', '');
  box.write('now-left', '');
  if (isRunning) {
    var start = Number(current.start_timestamp);
    var stop = Number(current.stop_timestamp);
    var done = (box.now() - start) / (stop - start);
    box.find('bar-done').style.width = Math.round(done * 100) + '%';
    box.write('now-times', box.hour(start) + ' – ' + box.hour(stop));
    box.write('now-left', box.minutesLeft(stop));
    programmes = programmes.slice(1);
  }
  [1, 2].forEach(function (number) {
    var next = programmes[number - 1];
    box.write('next-' + number, next ? box.hour(next.start_timestamp) + '  ' + next.name : '');
  });
};

box.minutesLeft = function (stop) {
  var minutes = Math.max(1, Math.round((stop - box.now()) / 60));
  return minutes === 1 ? 'falta 1 min' : 'faltam ' + minutes + ' min';
};

box.showValidity = function () {
  var expires = Number(box.facts().expires) || 0;
  var days = expires ? box.daysUntil(expires) : 99;
  var soon = days <= 0 ? 'vence hoje' : days === 1 ? 'vence amanhã' : 'vence em ' + days + ' dias';
  box.write('valid', !expires ? '' : days <= 3 ? soon : 'vale até ' + box.day(expires));
  box.find('valid').className = days <= 3 ? 'soon' : '';
};

/* Clock, progress and programmes follow the time. */
box.tick = function () {
  window.clearTimeout(box.tickTimer);
  box.write('day', box.weekday(box.now()));
  box.write('time', box.hour(box.now()));
  if (box.channels && !box.isBlocked) {
    box.drawNow();
    box.readGuide();
  }
  box.tickTimer = window.setTimeout(box.tick, 20000);
};

box.toggleFavourite = function () {
  var channel = box.channel();
  if (!channel) return;
  var before = box.favourites;
  var others = before.filter(function (id) {
    return id !== channel.id;
  });
  box.favourites = box.isFavourite(channel) ? others : before.concat(channel.id);
  box.get('itv', 'set_fav', { fav_ch: box.favourites.join(',') }, function (failure) {
    if (!failure) return;
    box.favourites = before;
    box.draw();
    box.show('offline', true);
  });
  box.draw();
};

box.goToNumber = function (number) {
  var index = -1;
  box.channels.forEach(function (row, i) {
    if (index < 0 && Number(row.number) === number) index = i;
  });
  if (index < 0) return box.showDigits('Não há canal ' + number);
  box.chooseGroup(0, box.channels[index].id);
  if (box.isFull) box.showBand();
};
