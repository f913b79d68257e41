/* Screens of a box that cannot play: expired, blocked, unknown, without network. */
var box = window.ramal;

box.isBlocked = false;
box.button = 0;

/* Facts for this page; other portals send only the text. */
box.facts = function () {
  return (box.profile && box.profile.ramal) || {};
};

box.plainText = function (html) {
  return String(html || '')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '');
};

box.showBlocked = function () {
  var facts = box.facts();
  var status = Number(box.profile && box.profile.status);
  box.enterBlocked();
  if (facts.reason === 'expired' && facts.expires) return box.showExpired(facts);
  if (box.stopTexts[facts.reason]) return box.showStopped(facts);
  if (status === 2) return box.showUnknown();
  var text = box.profile && (box.profile.block_msg || box.profile.msg);
  box.drawBlocked({
    title: 'A TV está parada',
    text: box.plainText(text),
    first: 'Tentar de novo'
  });
};

box.enterBlocked = function () {
  if (!box.isBlocked) box.button = 0;
  box.isBlocked = true;
  box.playing = null;
  box.stop();
  box.show('list', false);
  box.show('overlay', false);
  box.show('band', false);
  box.show('blocked', true);
};

box.leaveBlocked = function () {
  box.isBlocked = false;
  box.show('blocked', false);
};

/* Writes all texts of the screen; a missing one hides its element. */
box.drawBlocked = function (texts) {
  var write = function (id, text) {
    box.write(id, text);
    box.show(id, text);
  };
  write('blocked-lead', texts.lead);
  write('blocked-title', texts.title);
  write('blocked-text', texts.text);
  write('blocked-number', texts.number);
  write('first', texts.first);
  write('second', texts.second);
  write('blocked-state', texts.state);
  box.show('login', texts.login);
  box.placeButtons();
  box.show('card', texts.card);
  box.find('blocked').className = 'screen' + (texts.login ? ' asks' : '');
  var keys = texts.login ? 'OK entra' : 'OK confere agora';
  box.write(
    'blocked-foot',
    keys + '   ·   ' + (texts.second ? '◄ ► escolhe   ·   ' : '') + 'caixa ' + box.mac
  );
  box.chooseButton(box.button);
};

/* Fonts of boxes differ in width, so a text may need one more line above the buttons. */
box.placeButtons = function () {
  var text = box.find('blocked-text');
  ['first', 'second', 'login', 'blocked-number'].forEach(function (id) {
    box.find(id).style.marginTop = '0';
  });
  var below = text.offsetTop + text.offsetHeight;
  var space = Math.round(text.offsetTop / 16);
  var isLogin = box.find('login').style.display !== 'none';
  var more = Math.max(0, below + space - box.find(isLogin ? 'login' : 'first').offsetTop);
  ['first', 'second', 'login', 'blocked-number'].forEach(function (id) {
    box.find(id).style.marginTop = more + 'px';
  });
};

box.showExpired = function (facts) {
  var hasPayment = facts.renew_url || facts.renew_code;
  var seller = facts.seller || 'quem vendeu o plano';
  box.drawBlocked({
    lead: facts.customer ? facts.customer + ', seu plano' : 'Seu plano',
    title: 'venceu ' + box.when(facts.expires) + ', às ' + box.hour(facts.expires),
    text: hasPayment
      ? 'Renove ' +
        (facts.price_text ? 'por ' + facts.price_text + ' ' : '') +
        'no Pix. A TV volta sozinha assim que o pagamento cair, sem mexer na caixa.'
      : 'Para renovar, fale com ' + seller + '. A TV volta sozinha.',
    number: hasPayment ? '' : box.phone(facts.whatsapp),
    first: 'Já paguei',
    second: hasPayment && facts.whatsapp ? 'Falar com ' + (facts.seller || 'o vendedor') : '',
    card: hasPayment
  });
  if (hasPayment) box.drawCard(facts);
};

box.drawCard = function (facts) {
  var address = box.clear('card-address');
  var source = facts.renew_url ? 'qr.png?text=' + encodeURIComponent(facts.renew_url) : '';
  if (source && box.find('qr').getAttribute('src') !== source) box.find('qr').src = source;
  box.show('qr', source);
  box.write('card-price', facts.price_text ? '1 mês por ' + facts.price_text : '');
  if (facts.renew_short) {
    address.appendChild(document.createTextNode('ou abra '));
    var strong = document.createElement('b');
    strong.textContent = facts.renew_short;
    address.appendChild(strong);
    address.appendChild(document.createTextNode(facts.renew_code ? ' e digite' : ''));
  }
  box.write('card-code', facts.renew_code);
  var until = facts.code_until;
  box.write(
    'card-until',
    until ? 'O código vale até ' + box.when(until).replace('em ', '') + ', ' + box.hour(until) : ''
  );
};

/* Digits of a Brazilian number in groups. */
box.phone = function (digits) {
  var parts = /^(55)?(\d\d)(\d{4,5})(\d{4})$/.exec(digits || '');
  return parts ? '(' + parts[2] + ') ' + parts[3] + '-' + parts[4] : digits;
};

box.stopTexts = {
  disabled: 'Esta linha está desligada.',
  blocked: 'Esta linha está bloqueada.',
  'box-blocked': 'Esta caixa está bloqueada.',
  waiting: 'Esta caixa espera a autorização de quem vendeu o plano. A TV liga sozinha.'
};

box.showStopped = function (facts) {
  box.drawBlocked({
    title: facts.reason === 'waiting' ? 'Falta só autorizar' : 'A TV está parada',
    text:
      box.stopTexts[facts.reason] + ' Fale com ' + (facts.seller || 'quem vendeu o plano') + '.',
    number: box.phone(facts.whatsapp),
    first: 'Tentar de novo'
  });
};

box.showUnknown = function () {
  box.drawBlocked({
    lead: box.stb ? 'Esta caixa ainda não está cadastrada' : 'Entre aqui com a linha desta caixa',
    title: box.mac,
    text: 'Passe este número a quem vendeu o plano, ou entre com o usuário e a senha da linha.',
    login: true,
    first: 'Entrar'
  });
  box.find('login-name').focus();
};

/* An ordinary browser has no MAC of its own. */
box.askMac = function () {
  box.enterBlocked();
  box.mac = '';
  box.drawBlocked({
    lead: 'Esta página é para caixas de TV',
    title: 'Qual é o MAC?',
    text: 'No navegador ela mostra a lista e o guia. A imagem só abre na caixa.',
    login: true,
    first: 'Abrir'
  });
  box.find('login-name').placeholder = '00:1A:79:00:00:00';
  box.show('login-password', false);
  box.write('blocked-foot', '');
  box.find('login-name').focus();
};

box.showOffline = function () {
  if (box.channels && !box.isBlocked) {
    box.show('offline', true);
    return;
  }
  box.enterBlocked();
  var left = 10;
  var count = function () {
    box.drawBlocked({ title: 'Sem internet', text: 'Tentando de novo em ' + left + ' s.' });
    box.write('blocked-foot', box.mac ? 'caixa ' + box.mac : '');
    left -= 1;
    if (left >= 0) box.offlineTimer = window.setTimeout(count, 1000);
    else box.signIn();
  };
  window.clearTimeout(box.offlineTimer);
  count();
};

box.chooseButton = function (number) {
  var hasSecond = box.find('second').style.display !== 'none';
  box.button = hasSecond ? number : 0;
  box.find('first').className = 'button' + (box.button === 0 ? ' chosen' : '');
  box.find('second').className = 'button' + (box.button === 1 ? ' chosen' : '');
};

/* Reads the profile again. Only a change redraws the screen. */
box.checkAgain = function (isPressed) {
  if (isPressed) {
    box.write('blocked-state', 'Conferindo…');
    box.show('blocked-state', true);
  }
  box.handshake(function (failure) {
    box.watch();
    if (failure === 'network') return box.showOffline();
    if (!failure && !Number(box.profile.status)) return box.openList();
    box.showBlocked();
    if (!isPressed) return;
    box.write('blocked-state', 'Ainda não chegou. A TV volta sozinha quando chegar.');
    box.show('blocked-state', true);
  });
};

box.sendLogin = function () {
  var name = box.find('login-name').value;
  if (!box.mac) {
    var mac = box.readMac(name);
    box.write('blocked-state', mac ? '' : 'O MAC tem 12 números e letras de A a F.');
    box.show('blocked-state', !mac);
    if (!mac) return;
    box.find('login-name').value = '';
    box.find('login-name').placeholder = 'Usuário';
    box.show('login-password', true);
    box.useMac(mac);
    box.signIn();
    return;
  }
  var fields = { login: name, password: box.find('login-password').value };
  var device = box.describe();
  fields.device_id = device.device_id;
  fields.device_id2 = device.device_id2;
  box.get('stb', 'do_auth', fields, function (failure, js) {
    if (js !== true) {
      box.write('blocked-state', 'Usuário ou senha não conferem. Confira e tente de novo.');
      box.show('blocked-state', true);
      return;
    }
    box.readProfile('1', function () {
      if (Number(box.profile.status)) box.showBlocked();
      else box.openList();
    });
  });
};

box.pressBlocked = function (key) {
  var asksLogin = box.find('login').style.display !== 'none';
  if (key === 'left') box.chooseButton(0);
  else if (key === 'right') box.chooseButton(1);
  else if (asksLogin && (key === 'up' || key === 'down'))
    box.find(key === 'up' ? 'login-name' : 'login-password').focus();
  else if (key === 'ok' && asksLogin) box.sendLogin();
  else if (key === 'ok' && box.button === 1) {
    box.write('blocked-state', 'WhatsApp: ' + box.phone(box.facts().whatsapp));
    box.show('blocked-state', true);
  } else if (key === 'ok') box.checkAgain(true);
};
