/* Guide of the day (green), archive of a channel (yellow) and search (blue). */
var box = window.ramal;

box.overlay = null;

box.openOverlay = function (overlay, title, foot) {
  box.overlay = overlay;
  box.write('overlay-title', title);
  box.write('overlay-note', '');
  box.write('overlay-foot', foot);
  box.clear('overlay-body');
  box.show('overlay', true);
};

box.closeOverlay = function () {
  box.overlay = null;
  box.show('overlay', false);
  box.draw();
  box.startPreview();
};

/* Guide: a row for each visible channel, three hours wide. */
box.HOURS = 3;

box.openGuide = function () {
  var guide = { start: Math.floor(box.now() / 1800) * 1800 };
  guide.refresh = function () {
    box.drawGuide(guide);
  };
  guide.press = function (key) {
    var earliest = Math.floor(box.now() / 1800) * 1800;
    if (key === 'up') box.move(-1);
    else if (key === 'down') box.move(1);
    else if (key === 'pageUp') box.move(-box.ROWS);
    else if (key === 'pageDown') box.move(box.ROWS);
    else if (key === 'left') guide.start = Math.max(earliest, guide.start - 3600);
    else if (key === 'right') guide.start = Math.min(earliest + 86400, guide.start + 3600);
    else if (key === 'ok') return box.closeOverlay();
    guide.refresh();
  };
  box.openOverlay(
    guide,
    'Guia de hoje',
    '▲ ▼ canal   ·   ◄ ► hora   ·   OK vai ao canal   ·   BACK volta'
  );
  box.readGuide();
  guide.refresh();
};

box.drawGuide = function (guide) {
  var body = box.clear('overlay-body');
  var end = guide.start + box.HOURS * 3600;
  var i;
  box.write('overlay-note', box.weekday(guide.start));
  for (i = 0; i < box.HOURS * 2; i += 1)
    box.place(body, 'hour', i / (box.HOURS * 2)).textContent = box.hour(guide.start + i * 1800);
  box.shown.slice(box.top, box.top + box.ROWS).forEach(function (channel, number) {
    var isChosen = box.top + number === box.index;
    var row = box.add(body, 'line line-' + number + (isChosen ? ' chosen' : ''));
    box.add(row, 'line-name', channel.number + '  ' + channel.name);
    var programmes = (box.guide[channel.id] || []).filter(function (item) {
      return Number(item.stop_timestamp) > guide.start && Number(item.start_timestamp) < end;
    });
    var cells = box.add(row, 'cells');
    if (!programmes.length) box.addCell(cells, { from: 0, width: 1 }, 'sem guia');
    programmes.forEach(function (item) {
      var from = Math.max(guide.start, Number(item.start_timestamp));
      var to = Math.min(end, Number(item.stop_timestamp));
      var share = box.HOURS * 3600;
      box.addCell(
        cells,
        { from: (from - guide.start) / share, width: (to - from) / share },
        item.name
      );
    });
  });
};

/* Adds an element at a share of its parent's width. */
box.place = function (parent, className, left) {
  var element = box.add(parent, className);
  element.style.left = left * 100 + '%';
  return element;
};

box.addCell = function (parent, shares, text) {
  var cell = box.place(parent, 'cell', shares.from);
  cell.style.width = shares.width * 100 + '%';
  box.add(cell, 'cell-text', text);
};

/* Archive: days as far as it reaches, then the programmes of a day. */
box.openArchiveList = function () {
  var channel = box.channel();
  if (!channel || !Number(channel.tv_archive_duration)) {
    box.showDigits('Este canal não tem arquivo');
    return;
  }
  var archive = { channel: channel, day: 0, rows: null, index: 0 };
  archive.days = Math.ceil(Number(channel.tv_archive_duration) / 24);
  archive.refresh = function () {
    box.drawArchive(archive);
  };
  archive.press = function (key) {
    box.pressArchive(archive, key);
  };
  box.openOverlay(
    archive,
    'Arquivo de ' + channel.name,
    '▲ ▼ programa   ·   ◄ ► dia   ·   OK assiste   ·   BACK volta'
  );
  box.readArchive(archive);
};

box.readArchive = function (archive) {
  var seconds = box.now() - archive.day * 86400;
  var date = box.date(seconds);
  var text =
    date.getFullYear() + '-' + box.two(date.getMonth() + 1) + '-' + box.two(date.getDate());
  var day = archive.day;
  var rows = [];
  archive.rows = null;
  archive.refresh();
  var readPage = function (page) {
    var fields = { ch_id: archive.channel.id, date: text, p: page };
    box.get('epg', 'get_simple_data_table', fields, function (failure, js) {
      if (box.overlay !== archive || archive.day !== day) return;
      if (failure || !js || !js.data) return box.write('overlay-note', 'Sem resposta do servidor');
      rows = rows.concat(js.data);
      if (js.data.length && rows.length < Number(js.total_items)) return readPage(page + 1);
      archive.rows = rows.filter(function (row) {
        return Number(row.mark_archive) === 1;
      });
      archive.index = archive.day ? 0 : Math.max(0, archive.rows.length - 1);
      archive.refresh();
    });
  };
  readPage(1);
};

box.pressArchive = function (archive, key) {
  var rows = archive.rows || [];
  var steps = { up: -1, down: 1, pageUp: -box.ROWS, pageDown: box.ROWS };
  var day = archive.day + (key === 'left' ? 1 : key === 'right' ? -1 : 0);
  if (steps[key] && rows.length)
    archive.index = Math.max(0, Math.min(rows.length - 1, archive.index + steps[key]));
  if (day !== archive.day && day >= 0 && day <= archive.days) {
    archive.day = day;
    return box.readArchive(archive);
  }
  if (key === 'ok' && rows[archive.index]) {
    box.overlay = null;
    box.show('overlay', false);
    return box.watchArchive(archive.channel, rows[archive.index]);
  }
  archive.refresh();
};

box.drawArchive = function (archive) {
  var body = box.clear('overlay-body');
  var rows = archive.rows;
  box.write('overlay-note', box.weekday(box.now() - archive.day * 86400));
  if (!rows) return box.add(body, 'empty', 'Carregando…');
  if (!rows.length) return box.add(body, 'empty', 'Sem programas gravados neste dia');
  box.drawItems(body, rows, archive.index, function (row) {
    return [box.hour(row.start_timestamp), row.name];
  });
};

/* Draws nine rows around the chosen one. */
box.drawItems = function (body, items, chosen, textsOf) {
  var top = Math.max(0, Math.min(chosen - 3, items.length - box.ROWS));
  items.slice(top, top + box.ROWS).forEach(function (item, number) {
    var isChosen = top + number === chosen;
    var texts = textsOf(item);
    var line = box.add(body, 'item line-' + number + (isChosen ? ' chosen' : ''));
    box.add(line, 'item-first', texts[0]);
    box.add(line, 'item-second', texts[1]);
  });
};

/* Search: letters on the left, channels on the right. */
box.LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
box.LETTER_COLUMNS = 6;

box.openSearch = function () {
  var search = { text: '', letter: 0, index: 0, isInResults: false, found: [] };
  search.refresh = function () {
    box.drawSearch(search);
  };
  search.press = function (key, digit) {
    if (digit !== undefined) box.changeSearch(search, search.text + digit);
    else if (search.isInResults) box.pressResult(search, key);
    else box.pressLetter(search, key);
    if (box.overlay === search) search.refresh();
  };
  box.openOverlay(
    search,
    'Buscar canal',
    '▲ ▼ ◄ ► escolhe   ·   OK digita   ·   vermelho apaga   ·   BACK volta'
  );
  search.refresh();
};

box.changeSearch = function (search, text) {
  search.text = text.slice(0, 20);
  search.index = 0;
  var wanted = box.plain(search.text);
  search.found = wanted
    ? box.channels.filter(function (channel) {
        return box.plain(channel.number + ' ' + channel.name).indexOf(wanted) >= 0;
      })
    : [];
};

box.pressLetter = function (search, key) {
  var steps = { up: -box.LETTER_COLUMNS, down: box.LETTER_COLUMNS, left: -1, right: 1 };
  var isLastColumn = search.letter % box.LETTER_COLUMNS === box.LETTER_COLUMNS - 1;
  var next = search.letter + (steps[key] || 0);
  if (key === 'right' && isLastColumn) search.isInResults = search.found.length > 0;
  else if (next >= 0 && next < box.LETTERS.length) search.letter = next;
  if (key === 'ok') box.changeSearch(search, search.text + box.LETTERS.charAt(search.letter));
  else if (key === 'red') box.changeSearch(search, search.text.slice(0, -1));
};

box.pressResult = function (search, key) {
  var last = search.found.length - 1;
  if (key === 'up') search.index = Math.max(0, search.index - 1);
  else if (key === 'down') search.index = Math.min(last, search.index + 1);
  else if (key === 'left') search.isInResults = false;
  else if (key === 'ok') {
    box.overlay = null;
    box.show('overlay', false);
    box.chooseGroup(0, search.found[search.index].id);
  }
};

box.drawSearch = function (search) {
  var body = box.clear('overlay-body');
  var i;
  box.write('overlay-note', search.text ? '«' + search.text + '»' : '');
  for (i = 0; i < box.LETTERS.length; i += 1) {
    var isChosen = i === search.letter && !search.isInResults;
    var place =
      ' column-' + (i % box.LETTER_COLUMNS) + ' letters-' + Math.floor(i / box.LETTER_COLUMNS);
    box.add(body, 'letter' + place + (isChosen ? ' chosen' : ''), box.LETTERS.charAt(i));
  }
  var results = box.add(body, 'results');
  if (search.text && !search.found.length) box.add(results, 'empty', 'Nenhum canal com este nome');
  box.drawItems(results, search.found, search.isInResults ? search.index : -1, function (channel) {
    return [channel.number, channel.name];
  });
};
