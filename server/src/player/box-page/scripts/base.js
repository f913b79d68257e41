/* Helpers of the page for boxes. Their browser, QtWebKit 533, has no fetch, Promise or classList. */
var box = {};
window.ramal = box;

/* Seconds that the server's clock is ahead of the box, whose clock may be wrong. */
box.ahead = 0;

box.find = function (id) {
  return document.getElementById(id);
};

box.write = function (id, text) {
  box.find(id).textContent = text || '';
};

box.show = function (id, isVisible) {
  box.find(id).style.display = isVisible ? 'block' : 'none';
};

/* Adds an element of a class to a parent and returns it. */
box.add = function (parent, className, text) {
  var element = document.createElement('div');
  element.className = className;
  element.textContent = text || '';
  parent.appendChild(element);
  return element;
};

box.clear = function (id) {
  var element = box.find(id);
  while (element.firstChild) element.removeChild(element.firstChild);
  return element;
};

/* Unix time in seconds. */
box.now = function () {
  return Math.floor(new Date().getTime() / 1000) + box.ahead;
};

box.two = function (number) {
  return (number < 10 ? '0' : '') + number;
};

box.date = function (seconds) {
  return new Date(seconds * 1000);
};

box.hour = function (seconds) {
  var date = box.date(seconds);
  return box.two(date.getHours()) + ':' + box.two(date.getMinutes());
};

box.day = function (seconds) {
  var date = box.date(seconds);
  return box.two(date.getDate()) + '/' + box.two(date.getMonth() + 1);
};

box.weekday = function (seconds) {
  var names = ['dom.', 'seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.'];
  return names[box.date(seconds).getDay()] + ' ' + box.day(seconds);
};

/* Number of midnights between now and a time; negative for the past. */
box.daysUntil = function (seconds) {
  var midnight = function (date) {
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  };
  return Math.round((midnight(box.date(seconds)) - midnight(box.date(box.now()))) / 86400000);
};

/* Returns «ontem, às 23:59», «em 12/11, às 23:59» or «hoje, às 10:00». */
box.when = function (seconds) {
  var words = { '-1': 'ontem', 0: 'hoje', 1: 'amanhã' };
  var days = box.daysUntil(seconds);
  return words[days] || 'em ' + box.day(seconds);
};

/* Text without accents and in lower case, for the search. */
box.plain = function (text) {
  var accents = 'áàâãäéèêëíìîïóòôõöúùûüçñ';
  var letters = 'aaaaaeeeeiiiiooooouuuucn';
  return String(text)
    .toLowerCase()
    .replace(/[áàâãäéèêëíìîïóòôõöúùûüçñ]/g, function (letter) {
      return letters.charAt(accents.indexOf(letter));
    });
};

/* Value of a parameter in the address of the page. */
box.parameter = function (name) {
  var match = new RegExp('[?&]' + name + '=([^&]*)').exec(window.location.search);
  return match ? decodeURIComponent(match[1]) : '';
};

/* Delays a function until no call has followed for some milliseconds. */
box.settle = function (milliseconds, run) {
  var timer = null;
  return function () {
    if (timer) window.clearTimeout(timer);
    timer = window.setTimeout(function () {
      timer = null;
      run();
    }, milliseconds);
  };
};
