/* Calls of the portal's API, sign-in and life signs. */
var box = window.ramal;

box.token = '';
box.profile = null;

/* Passes a failure («network», «token», «denied») or undefined, then the answer. */
box.call = function (type, action, fields, done) {
  var request = new XMLHttpRequest();
  var query = 'type=' + type + '&action=' + action;
  var name;
  var isDone = false;
  for (name in fields)
    if (fields.hasOwnProperty(name))
      query += '&' + name + '=' + encodeURIComponent(fields[name] == null ? '' : fields[name]);
  var finish = function (failure, js) {
    if (isDone) return;
    isDone = true;
    window.clearTimeout(timer);
    if (done) done(failure, js);
  };
  var timer = window.setTimeout(function () {
    finish('network');
    request.abort();
  }, 20000);
  request.onreadystatechange = function () {
    if (request.readyState !== 4) return;
    box.readClock(request);
    box.readAnswer(request, finish);
  };
  request.open('GET', 'portal.php?' + query + '&JsHttpRequest=1-xml', true);
  if (box.token) request.setRequestHeader('Authorization', 'Bearer ' + box.token);
  request.send(null);
};

box.readClock = function (request) {
  var text = request.status ? request.getResponseHeader('Date') : null;
  var time = text ? new Date(text).getTime() : NaN;
  if (!isNaN(time)) box.ahead = Math.round((time - new Date().getTime()) / 1000);
};

box.readAnswer = function (request, finish) {
  var text = String(request.responseText || '');
  var answer;
  if (/^Authorization failed/.test(text)) return finish('token');
  if (/^(Access denied|Unauthorized request)/.test(text)) return finish('denied');
  try {
    answer = JSON.parse(text);
  } catch (error) {
    return finish('network');
  }
  finish(undefined, answer.js);
};

/* Like `call`, but signs in again once when the token is no longer valid. */
box.get = function (type, action, fields, done) {
  box.call(type, action, fields, function (failure, js) {
    if (failure !== 'token') return done && done(failure, js);
    box.handshake(function (problem) {
      if (problem) return done && done(problem);
      box.call(type, action, fields, done);
    });
  });
};

box.handshake = function (done) {
  box.call('stb', 'handshake', { token: box.token, prehash: '' }, function (failure, js) {
    if (failure) return done(failure);
    if (js && js.token) box.token = js.token;
    box.readProfile('0', done);
  });
};

box.readProfile = function (step, done) {
  var fields = box.describe();
  fields.auth_second_step = step;
  box.call('stb', 'get_profile', fields, function (failure, js) {
    if (!failure) box.profile = js || {};
    done(failure);
  });
};

/* Reads the profile and opens the list or the screen that says why the line does not play. */
box.signIn = function (done) {
  box.handshake(function (failure) {
    if (done) done(failure);
    if (failure === 'network') box.showOffline();
    else if (failure || Number(box.profile.status)) box.showBlocked();
    else box.openList();
    box.watch();
  });
};

/* Repeats the life sign; the server may send a message or an order with it. */
box.watch = function () {
  var seconds = Number(box.profile && box.profile.watchdog_timeout) || 120;
  if (box.isBlocked && (box.facts().opened || box.facts().reason === 'waiting')) seconds = 10;
  if (box.watchTimer) window.clearTimeout(box.watchTimer);
  box.watchTimer = window.setTimeout(box.sendLifeSign, seconds * 1000);
};

box.sendLifeSign = function () {
  var playing = box.playing ? '1' : '0';
  if (box.isStandby) return box.watch();
  if (box.isBlocked) return box.checkAgain();
  box.get(
    'watchdog',
    'get_events',
    { cur_play_type: playing, event_active_id: '0', init: '0' },
    function (failure, js) {
      box.watch();
      if (failure === 'denied') box.signIn();
      else if (!failure && js && js.data && js.data.event) box.receive(js.data);
      else if (box.profile && Number(box.profile.status)) box.showBlocked();
    }
  );
};

/* Executes an order of the panel. */
box.receive = function (order) {
  var confirm = function () {
    box.call('watchdog', 'confirm_event', { event_active_id: order.id });
    if (Number(order.reboot_after_ok)) box.restart();
  };
  var event = order.event;
  if (event === 'send_msg' || event === 'send_msg_with_video') {
    box.showMessage(order, confirm);
    return;
  }
  if (Number(order.need_confirm)) confirm();
  if (event === 'reboot') box.restart();
  else if (event === 'reload_portal') window.location.reload();
  else if (event === 'play_channel') box.goToNumber(Number(order.param1 || order.msg));
  else if (event === 'cut_off' || event === 'cut_on' || event === 'update_subscription')
    box.signIn();
  else if (event === 'update_channels' || event === 'update_epg') box.loadChannels();
};

box.showMessage = function (order, confirm) {
  var text = String(order.msg || '').replace(/<br\s*\/?>/gi, '\n');
  var hideAfter = Number(order.auto_hide_timeout);
  box.write('message-text', text);
  box.show('message', true);
  box.closeMessage = function () {
    box.show('message', false);
    box.closeMessage = null;
    confirm();
  };
  if (hideAfter > 0)
    window.setTimeout(function () {
      if (box.closeMessage) box.closeMessage();
    }, hideAfter * 1000);
};
