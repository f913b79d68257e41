/* The box itself: identity, player, screen and power. An ordinary browser has none of them. */
var box = window.ramal;

box.stb = window.gSTB || window.stb || null;

/* Calls a function of the box. Older firmware lacks some of them. */
box.ask = function (name) {
  var stb = box.stb;
  if (!stb || typeof stb[name] === 'undefined') return undefined;
  try {
    return stb[name].apply(stb, Array.prototype.slice.call(arguments, 1));
  } catch (error) {
    return undefined;
  }
};

/* Six bytes in the form 00:1A:79:AA:BB:CC, or an empty text. */
box.readMac = function (text) {
  var digits = String(text || '')
    .replace(/[^0-9a-f]/gi, '')
    .toUpperCase();
  return digits.length === 12 ? digits.match(/../g).join(':') : '';
};

box.findMac = function () {
  var cookie = /(?:^|; )mac=([^;]+)/.exec(document.cookie);
  return (
    box.readMac(box.ask('GetDeviceMacAddress')) ||
    box.readMac(box.parameter('mac')) ||
    box.readMac(cookie && decodeURIComponent(cookie[1]))
  );
};

box.useMac = function (mac) {
  box.mac = mac;
  document.cookie = 'mac=' + encodeURIComponent(mac) + '; path=/';
  document.cookie = 'stb_lang=pt; path=/';
  var zone = box.ask('RDir', 'gettimezone') || box.ask('GetTimezone') || '';
  if (zone) document.cookie = 'timezone=' + encodeURIComponent(zone) + '; path=/';
};

/* Description of the box for get_profile. */
box.describe = function () {
  return {
    hd: window.screen.height > 576 ? '1' : '0',
    ver: box.ask('Version') || '',
    num_banks: '2',
    sn: box.ask('GetDeviceSerialNumber') || '',
    stb_type: box.ask('GetDeviceModel') || '',
    client_type: 'STB',
    image_version: box.ask('GetDeviceImageDesc') || box.ask('GetDeviceVersion') || '',
    video_out: 'hdmi',
    device_id: box.ask('GetUID') || '',
    device_id2: box.ask('GetUID', 'device_id', 'device_id') || '',
    hw_version: box.ask('GetDeviceVersionHardware') || '',
    timestamp: String(box.now())
  };
};

/* Rectangle of the picture in the list, read from its frame in the current style sheet. */
box.pictureArea = function () {
  var frame = box.find('frame');
  return {
    x: frame.offsetLeft + frame.clientLeft,
    y: frame.offsetTop + frame.clientTop,
    width: frame.clientWidth,
    height: frame.clientHeight
  };
};

box.prepareScreen = function () {
  document.body.className = box.stb ? '' : 'browser';
  if (!box.stb) return;
  window.moveTo(0, 0);
  window.resizeTo(window.screen.width, window.screen.height);
  box.ask('InitPlayer');
  box.ask('EnableServiceButton', true);
  box.ask('EnableVKButton', true);
  box.ask('SetTopWin', 0);
  box.ask('SetWinAlphaLevel', 0, 255);
  box.ask('SetWinAlphaLevel', 1, 255);
  box.ask('SetAspect', 0x10);
};

box.showPreview = function () {
  var area = box.pictureArea();
  box.ask('SetViewport', area.width, area.height, area.x, area.y);
};

box.showFull = function () {
  box.ask('SetPIG', 1, -1, -1, -1);
};

box.play = function (command) {
  box.ask('Play', command);
};

box.stop = function () {
  box.ask('Stop');
};

box.restart = function () {
  if (box.ask('ExecAction', 'reboot') === undefined) window.location.reload();
};

box.changeVolume = function (step) {
  var volume = Number(box.ask('GetVolume'));
  if (isNaN(volume)) return;
  volume = Math.max(0, Math.min(100, volume + step));
  box.ask('SetMute', 0);
  box.ask('SetVolume', volume);
  box.showDigits('Volume ' + volume);
};

box.mute = function () {
  box.ask('SetMute', box.ask('GetMute') ? 0 : 1);
};

box.toggleStandby = function () {
  box.isStandby = !box.isStandby;
  if (box.isStandby) box.stop();
  box.ask('StandBy', box.isStandby);
  if (!box.isStandby) box.signIn();
};

/* The player reports its state by this object, whose name the box requires. */
window.stbEvent = {
  event: 0,
  onEvent: function (data) {
    var event = Number(data);
    if (event === 5) box.pictureFailed(box.failureText());
    else if (event === 4) box.pictureText('');
    else if (event === 1) box.pictureEnded();
  }
};
