BEGIN TRANSACTION;
CREATE TABLE account_deletions (
	account BIGINT NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	PRIMARY KEY (account), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE accounts (
	id BIGINT NOT NULL, 
	name VARCHAR(30) NOT NULL, 
	folded VARCHAR(120) NOT NULL, 
	role VARCHAR(12) NOT NULL, 
	password TEXT NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	disabled BOOLEAN NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	deleted_ms DOUBLE, 
	PRIMARY KEY (id), 
	UNIQUE (folded), 
	UNIQUE (guest)
);
INSERT INTO "accounts" VALUES(1,'Root','root','admin','$argon2id$v=19$m=49152,t=2,p=1$LVi75/E6gt9FmdRvMxQC1A$ArO1xkad+4Y7uXqsXRHgyO3UH28n/2ai/VrfcbZ9hzs','1bbcf2399a07e43e960aa25de7a70c29e141e151ac3515a0143e91236be6237a',0,1.79512094142036547853e+12,NULL);
INSERT INTO "accounts" VALUES(2,'Ms Gray','msgray','organiser','$argon2id$v=19$m=49152,t=2,p=1$WUfNAIW38+Vfq2LPSBRjOA$auqvkFd/df8yS8ZtJRHOArCrSKpXAWXck/croGJ/LrI','0404ba155dab0cbad9ee71fa06e1fb656427ebff16c6cddd76c67ca8b18bb5b6',0,1.79512094174256347654e+12,NULL);
INSERT INTO "accounts" VALUES(3,'Ada','ada','player','$argon2id$v=19$m=49152,t=2,p=1$V9WZfeVLaacTeNNQ7TZueg$XSZEM1Gmykyk1I2XpHcnzzA6WFAVi2E6PZa6PdZSEDA','c72fee53dff017771fde7ccd6e8936a8fdb51980a79d3fcdf5ad3127cbabc530',0,1.79512094242751733394e+12,NULL);
INSERT INTO "accounts" VALUES(4,'Bob','bob','player','$argon2id$v=19$m=49152,t=2,p=1$lX3OuTgG5YhIV6N8PpSXtg$X84hPKZR3eZCR73DMX+/5Jc5a+txkUvvZB/1h9C47Wo','1cc303a4fcd30b706e1b31588d66a335a708be82f01f473827f2c66487ea3e3c',0,1.79512094298580615232e+12,NULL);
INSERT INTO "accounts" VALUES(5,'Mallory','mallory','player','$argon2id$v=19$m=49152,t=2,p=1$N2yVjR6133U8fjRTZ3w+hg$94uQs4vjru6AOg1iDOdXVBPTSoaJzKmhzbES31mSUJ4','1c8ede97573a4f5abdbad0dc16bf0b29c72cf05d3999feb21fb604f65af880b3',1,1795120943403.06,NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0021');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	actor BIGINT, 
	action VARCHAR(40) NOT NULL, 
	subject VARCHAR(80) NOT NULL, 
	detail TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "audit" VALUES(1,1.79512094043485644534e+12,NULL,'admin.link','server','{}');
INSERT INTO "audit" VALUES(2,1.79512094142038256842e+12,1,'account.register','account:1','{"name":"Root","role":"player","code":null}');
INSERT INTO "audit" VALUES(3,1.79512094144002075195e+12,1,'account.role','account:1','{"name":"Root","from":"player","to":"admin"}');
INSERT INTO "audit" VALUES(4,1795120941459.86,1,'invite.make','invite:teachers','{"label":"teachers","role":"organiser","uses":2,"days":30}');
INSERT INTO "audit" VALUES(5,1.79512094174258520504e+12,2,'account.register','account:2','{"name":"Ms Gray","role":"organiser","code":"teachers"}');
INSERT INTO "audit" VALUES(6,1.79512094180046484371e+12,2,'invite.make','invite:class 4b','{"label":"class 4b","role":"player","uses":30,"days":30}');
INSERT INTO "audit" VALUES(7,1.79512094242753417966e+12,3,'account.register','account:3','{"name":"Ada","role":"player","code":null}');
INSERT INTO "audit" VALUES(8,1.79512094298582324221e+12,4,'account.register','account:4','{"name":"Bob","role":"player","code":null}');
INSERT INTO "audit" VALUES(9,1.79512094340307788091e+12,5,'account.register','account:5','{"name":"Mallory","role":"player","code":null}');
INSERT INTO "audit" VALUES(10,1.79512094341574096677e+12,1,'account.disable','account:5','{"name":"Mallory"}');
INSERT INTO "audit" VALUES(11,1.79512094399648437499e+12,3,'bot.hand_in','bot:f9brgpc6mu','{"name":"cleo","version":1}');
INSERT INTO "audit" VALUES(12,1.79512094402525976561e+12,4,'bot.hand_in','bot:9dd7vw8gyp','{"name":"dora","version":1}');
INSERT INTO "audit" VALUES(13,1.79512094747931982416e+12,2,'contest.create','contest:rhvcc6cviw','{"name":"By hand"}');
INSERT INTO "audit" VALUES(14,1.79512094749256616212e+12,2,'contest.open','contest:rhvcc6cviw','{"reason":""}');
INSERT INTO "audit" VALUES(15,1.7951209475013886719e+12,3,'contest.enter','contest:rhvcc6cviw','{"bot":"cleo"}');
INSERT INTO "audit" VALUES(16,1.79512094750601660158e+12,4,'contest.enter','contest:rhvcc6cviw','{"bot":"dora"}');
INSERT INTO "audit" VALUES(17,1.79512094753444116212e+12,2,'contest.frozen','contest:rhvcc6cviw','{"entries":2,"reason":"it is time"}');
INSERT INTO "audit" VALUES(18,1.79512094757577709961e+12,2,'contest.start','contest:rhvcc6cviw','{"reason":"it is time"}');
INSERT INTO "audit" VALUES(19,1795120951737.49,NULL,'contest.over','contest:rhvcc6cviw','{}');
INSERT INTO "audit" VALUES(20,1.79512095294882519534e+12,2,'contest.change','contest:rhvcc6cviw','{"published":true,"what":["published"],"reason":""}');
CREATE TABLE blocks (
	account BIGINT NOT NULL, 
	blocked BIGINT NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	PRIMARY KEY (account, blocked), 
	FOREIGN KEY(account) REFERENCES accounts (id), 
	FOREIGN KEY(blocked) REFERENCES accounts (id)
);
CREATE TABLE bot_games (
	number INTEGER NOT NULL, 
	id VARCHAR(16) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	occasion VARCHAR(24) NOT NULL, 
	place INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	first VARCHAR(60) NOT NULL, 
	second VARCHAR(60) NOT NULL, 
	first_version VARCHAR(16) NOT NULL, 
	second_version VARCHAR(16) NOT NULL, 
	names TEXT NOT NULL, 
	winner INTEGER, 
	reason VARCHAR(40) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	verdict TEXT NOT NULL, 
	record TEXT NOT NULL, 
	ended_ms DOUBLE NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (id)
);
INSERT INTO "bot_games" VALUES(1,'vvv2peepr4','ladder','3',1636,'tank_war','9dd7vw8gyp','f9brgpc6mu','zife65pqk4','8jeuzfkb6j','["dora","cleo"]',1,'tanks',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":1636,"seed":"dd58cbde990027fb07d9a3196cbeaf4a","players":[{"name":"dora","bot":"@zife65pqk4","version":1},{"name":"cleo","bot":"@8jeuzfkb6j","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["RC","LB"],"wall_ms":[2.721,1.124],"cpu_ms":[0.172,0.183],"lost_ms":[0.0,0.0]},{"moves":["LC","LC"],"wall_ms":[4.228,4.228],"cpu_ms":[0.069,0.14],"lost_ms":[0.0,0.0]},{"moves":["LB","RC"],"wall_ms":[0.264,0.637],"cpu_ms":[0.085,0.112],"lost_ms":[0.0,0.0]},{"moves":["LA","RB"],"wall_ms":[6.089,6.089],"cpu_ms":[0.071,0.045],"lost_ms":[0.0,0.0]},{"moves":["RA","RA"],"wall_ms":[3.893,3.893],"cpu_ms":[0.106,0.159],"lost_ms":[0.0,0.0]},{"moves":["RB","LA"],"wall_ms":[0.124,4.423],"cpu_ms":[0.133,0.108],"lost_ms":[0.0,0.99]},{"moves":["RC","LB"],"wall_ms":[0.19,5.524],"cpu_ms":[0.248,0.241],"lost_ms":[0.0,3.061]},{"moves":["LA","LA"],"wall_ms":[0.079,0.079],"cpu_ms":[0.0,0.0],"lost_ms":[0.0,0.0]},{"moves":["LB","RC"],"wall_ms":[3.773,2.314],"cpu_ms":[0.113,0.202],"lost_ms":[1.346,0.0]},{"moves":["LA","RB"],"wall_ms":[3.464,0.028],"cpu_ms":[0.121,0.099],"lost_ms":[0.0,0.0]},{"moves":["RA","RA"],"wall_ms":[6.211,0.032],"cpu_ms":[0.225,0.123],"lost_ms":[0.0,0.0]},{"moves":["RB","RA"],"wall_ms":[0.034,0.034],"cpu_ms":[0.0,0.0],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":1,"reason":"tanks","score":[1,2]},"verdict":null,"hash":"9e75226665b829fb73457345b10e8a59aa5abdd784846e51f37884b4cd74dec7"}
',1.79512094691670166012e+12);
INSERT INTO "bot_games" VALUES(2,'cypnh7xthc','ladder','3',1637,'tank_war','f9brgpc6mu','9dd7vw8gyp','8jeuzfkb6j','zife65pqk4','["cleo","dora"]',1,'tanks',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":1637,"seed":"f430b8324e498e4965b7d4caf40f61ab","players":[{"name":"cleo","bot":"@8jeuzfkb6j","version":1},{"name":"dora","bot":"@zife65pqk4","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["RA","LA"],"wall_ms":[0.023,0.2],"cpu_ms":[0.299,0.217],"lost_ms":[0.0,0.0]},{"moves":["LA","RA"],"wall_ms":[0.045,21.805],"cpu_ms":[0.0,0.051],"lost_ms":[0.0,0.0]},{"moves":["LB","RB"],"wall_ms":[0.298,0.298],"cpu_ms":[0.186,0.14],"lost_ms":[0.0,0.0]},{"moves":["LC","RC"],"wall_ms":[0.113,0.113],"cpu_ms":[0.068,0.063],"lost_ms":[0.0,0.0]},{"moves":["RC","LC"],"wall_ms":[0.079,0.079],"cpu_ms":[0.047,0.043],"lost_ms":[0.0,0.0]},{"moves":["RB","LB"],"wall_ms":[0.027,10.778],"cpu_ms":[0.03,0.057],"lost_ms":[0.0,0.0]},{"moves":["RA","LA"],"wall_ms":[0.258,0.258],"cpu_ms":[0.172,0.116],"lost_ms":[0.0,0.0]},{"moves":["RC","LC"],"wall_ms":[0.096,0.096],"cpu_ms":[0.095,0.075],"lost_ms":[0.0,0.0]},{"moves":["LB","LB"],"wall_ms":[0.015,0.015],"cpu_ms":[0.031,0.023],"lost_ms":[0.0,0.0]},{"moves":["LA","RC"],"wall_ms":[0.014,0.014],"cpu_ms":[0.029,0.022],"lost_ms":[0.0,0.0]},{"moves":["LA","RB"],"wall_ms":[0.012,0.012],"cpu_ms":[0.033,0.027],"lost_ms":[0.0,0.0]},{"moves":["RB","RA"],"wall_ms":[0.022,0.022],"cpu_ms":[0.0,0.0],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":1,"reason":"tanks","score":[2,3]},"verdict":null,"hash":"92b3f70f4ff1bd7d00e47d3815a0c4472948c721a7f32de2f0e52b4dacb22e9e"}
',1.79512094699428295901e+12);
INSERT INTO "bot_games" VALUES(3,'pjbyptufbu','ladder','3',1638,'tank_war','9dd7vw8gyp','f9brgpc6mu','zife65pqk4','8jeuzfkb6j','["dora","cleo"]',NULL,'level',1,'','{"game":"tank_war","rules_version":1,"options":{},"clock":"bank:12s","realtime":false,"strikes":0,"start":"053/053/053/053/053/053","number":1638,"seed":"7664954527a4fbfc1bdfe02fe58b1850","players":[{"name":"dora","bot":"@zife65pqk4","version":1},{"name":"cleo","bot":"@8jeuzfkb6j","version":1}],"steelyard":2,"reported_versions":["",""],"turns":[{"moves":["RC","RC"],"wall_ms":[0.057,0.205],"cpu_ms":[0.21,0.164],"lost_ms":[0.0,0.0]},{"moves":["LC","RB"],"wall_ms":[0.111,0.097],"cpu_ms":[0.12,0.043],"lost_ms":[0.0,0.0]},{"moves":["LB","RA"],"wall_ms":[3.253,0.045],"cpu_ms":[0.079,0.027],"lost_ms":[0.0,0.0]},{"moves":["LA","LA"],"wall_ms":[0.449,0.449],"cpu_ms":[0.098,0.098],"lost_ms":[0.0,0.0]},{"moves":["RA","LB"],"wall_ms":[5.386,0.066],"cpu_ms":[0.075,0.042],"lost_ms":[0.0,0.0]},{"moves":["RB","LC"],"wall_ms":[0.138,0.138],"cpu_ms":[0.118,0.1],"lost_ms":[0.0,0.0]},{"moves":["RC","RC"],"wall_ms":[3.525,0.055],"cpu_ms":[0.094,0.034],"lost_ms":[1.269,0.0]},{"moves":["RB","LA"],"wall_ms":[6.11,0.17],"cpu_ms":[0.083,0.128],"lost_ms":[2.399,0.0]},{"moves":["LB","RA"],"wall_ms":[0.03,0.171],"cpu_ms":[0.054,0.102],"lost_ms":[0.0,0.0]},{"moves":["LA","RB"],"wall_ms":[0.059,0.059],"cpu_ms":[0.054,0.036],"lost_ms":[0.0,0.0]},{"moves":["RA","LB"],"wall_ms":[0.051,0.051],"cpu_ms":[0.045,0.029],"lost_ms":[0.0,0.0]}],"events":[],"outcome":{"winner":null,"reason":"level","score":[18,18]},"verdict":null,"hash":"ad4c64389c06085451ad4d1959eb0e8d01ede05a756b718157c5d040a55d14ea"}
',1.79512094706003369143e+12);
CREATE TABLE bots (
	id VARCHAR(16) NOT NULL, 
	owner BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	remote BOOLEAN NOT NULL, 
	rated BOOLEAN NOT NULL, 
	token VARCHAR(64) NOT NULL, 
	online_ms DOUBLE NOT NULL, 
	off VARCHAR(400) NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	played_ms DOUBLE DEFAULT 0 NOT NULL, 
	closed_for VARCHAR(80) DEFAULT '' NOT NULL, 
	open_in_contests BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (owner, game, name), 
	FOREIGN KEY(owner) REFERENCES accounts (id)
);
INSERT INTO "bots" VALUES('f9brgpc6mu',3,'tank_war','cleo',0,1,'',0.0,'',1.79512094399645849608e+12,1.79512094706003369143e+12,'',0);
INSERT INTO "bots" VALUES('9dd7vw8gyp',4,'tank_war','dora',0,1,'',0.0,'',1.79512094402523559571e+12,1.79512094706003369143e+12,'',0);
CREATE TABLE conditional_moves (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	"plan" TEXT NOT NULL, 
	PRIMARY KEY (table_id, seat)
);
CREATE TABLE contest_entries (
	contest VARCHAR(16) NOT NULL, 
	account BIGINT NOT NULL, 
	bot VARCHAR(16) NOT NULL, 
	version VARCHAR(16) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	late BOOLEAN NOT NULL, 
	entered_ms DOUBLE NOT NULL, 
	chosen VARCHAR(16) DEFAULT '' NOT NULL, 
	team VARCHAR(30) DEFAULT '' NOT NULL, 
	team_code VARCHAR(20) DEFAULT '' NOT NULL, 
	PRIMARY KEY (contest, account), 
	FOREIGN KEY(contest) REFERENCES contests (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "contest_entries" VALUES('rhvcc6cviw',3,'f9brgpc6mu','8jeuzfkb6j','Ada',0,1.79512094750135815434e+12,'','','');
INSERT INTO "contest_entries" VALUES('rhvcc6cviw',4,'9dd7vw8gyp','zife65pqk4','Bob',0,1.79512094750599560544e+12,'','','');
CREATE TABLE contest_members (
	contest VARCHAR(16) NOT NULL, 
	account BIGINT NOT NULL, 
	captain BIGINT NOT NULL, 
	student_number VARCHAR(40) NOT NULL, 
	joined_ms DOUBLE NOT NULL, 
	PRIMARY KEY (contest, account), 
	FOREIGN KEY(contest) REFERENCES contests (id), 
	FOREIGN KEY(account) REFERENCES accounts (id), 
	FOREIGN KEY(captain) REFERENCES accounts (id)
);
INSERT INTO "contest_members" VALUES('rhvcc6cviw',3,3,'',1.79512094750135815434e+12);
INSERT INTO "contest_members" VALUES('rhvcc6cviw',4,4,'',1.79512094750599560544e+12);
CREATE TABLE contests (
	id VARCHAR(16) NOT NULL, 
	owner BIGINT NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	file TEXT NOT NULL, 
	public BOOLEAN NOT NULL, 
	published BOOLEAN NOT NULL, 
	code VARCHAR(20) NOT NULL, 
	secret VARCHAR(64) NOT NULL, 
	deadline_ms DOUBLE, 
	started_ms DOUBLE, 
	problem TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	team_size INTEGER DEFAULT 1 NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(owner) REFERENCES accounts (id)
);
INSERT INTO "contests" VALUES('rhvcc6cviw',2,'By hand','tank_war','over','name = "By hand"
game = "tank_war"
clock = "none"
seed = "by hand"

[[entrants]]
each_in = "teams"

[[entrants]]
bot = "random"

[[stages]]
kind = "qualification"
ranking = ["wins", "tanks", "boxes"]
advance = 2

[[stages]]
kind = "knockout"
decide = ["wins", "tanks", "boxes", "lot"]

[grades]
formula = "min(10, max_boxes / 3)"
',1,1,'','FOuWLwyQ8g8r8OszF9lB29ClXDx31B6CcluhNn4bYC0',1.79512094751171948246e+12,1.79512094757563793944e+12,'',1.79512094747929516606e+12,3);
CREATE TABLE entries (
	table_id VARCHAR(16) NOT NULL, 
	seq INTEGER NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "entries" VALUES('ra4kznh9vj',1,1.79512094354815087892e+12,'{"kind":"sealed","seat":0,"move":"LB","spent_ms":0.0}');
INSERT INTO "entries" VALUES('ra4kznh9vj',2,1.79512094369669189452e+12,'{"kind":"turn","moves":["LB","LC"],"spent_ms":[0.0,8.919]}');
INSERT INTO "entries" VALUES('ra4kznh9vj',3,1.7951209437054550781e+12,'{"kind":"sealed","seat":0,"move":"RB","spent_ms":0.0}');
INSERT INTO "entries" VALUES('ra4kznh9vj',4,1.79512094371153808599e+12,'{"kind":"turn","moves":["RB","LB"],"spent_ms":[0.0,0.308]}');
INSERT INTO "entries" VALUES('ra4kznh9vj',5,1.79512094373503393557e+12,'{"kind":"sealed","seat":1,"move":"LA","spent_ms":0.551}');
INSERT INTO "entries" VALUES('ra4kznh9vj',6,1.79512094374011889645e+12,'{"kind":"turn","moves":["LA","LA"],"spent_ms":[0.0,0.551]}');
INSERT INTO "entries" VALUES('ra4kznh9vj',7,1.79512094374655200188e+12,'{"kind":"sealed","seat":1,"move":"LA","spent_ms":0.326}');
INSERT INTO "entries" VALUES('ra4kznh9vj',8,1.79512094376896899411e+12,'{"kind":"turn","moves":["LC","LA"],"spent_ms":[0.0,0.326]}');
INSERT INTO "entries" VALUES('ra4kznh9vj',9,1.79512094377682397457e+12,'{"kind":"sealed","seat":1,"move":"LA","spent_ms":0.333}');
INSERT INTO "entries" VALUES('ra4kznh9vj',10,1.79512094378788891607e+12,'{"kind":"turn","moves":["LA","LA"],"spent_ms":[0.0,0.333]}');
INSERT INTO "entries" VALUES('ra4kznh9vj',11,1.7951209437948679199e+12,'{"kind":"sealed","seat":1,"move":"RA","spent_ms":0.29}');
INSERT INTO "entries" VALUES('ra4kznh9vj',12,1.79512094381538500975e+12,'{"kind":"turn","moves":["RC","RA"],"spent_ms":[0.0,0.29]}');
INSERT INTO "entries" VALUES('ra4kznh9vj',13,1.79512094382305688474e+12,'{"kind":"sealed","seat":1,"move":"RA","spent_ms":0.317}');
INSERT INTO "entries" VALUES('ra4kznh9vj',14,1795120943843.92,'{"kind":"turn","moves":["RC","RA"],"spent_ms":[0.0,0.317]}');
INSERT INTO "entries" VALUES('ra4kznh9vj',15,1.79512094385274707025e+12,'{"kind":"sealed","seat":1,"move":"RC","spent_ms":0.276}');
INSERT INTO "entries" VALUES('ra4kznh9vj',16,1.79512094385778295897e+12,'{"kind":"turn","moves":["LC","RC"],"spent_ms":[0.0,0.276]}');
INSERT INTO "entries" VALUES('ra4kznh9vj',17,1.79512094386882495116e+12,'{"kind":"sealed","seat":1,"move":"LB","spent_ms":0.138}');
INSERT INTO "entries" VALUES('ra4kznh9vj',18,1.79512094387402709964e+12,'{"kind":"turn","moves":["RA","LB"],"spent_ms":[0.0,0.138]}');
INSERT INTO "entries" VALUES('ra4kznh9vj',19,1.79512094388275097655e+12,'{"kind":"sealed","seat":1,"move":"LB","spent_ms":0.135}');
INSERT INTO "entries" VALUES('ra4kznh9vj',20,1.79512094388951098629e+12,'{"kind":"turn","moves":["LB","LB"],"spent_ms":[0.0,0.135]}');
INSERT INTO "entries" VALUES('ra4kznh9vj',21,1.79512094389976489252e+12,'{"kind":"sealed","seat":0,"move":"RA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('ra4kznh9vj',22,1795120943902.09,'{"kind":"turn","moves":["RA","RB"],"spent_ms":[0.0,0.132]}');
INSERT INTO "entries" VALUES('ra4kznh9vj',23,1.7951209439240839844e+12,'{"kind":"sealed","seat":0,"move":"RA","spent_ms":0.0}');
INSERT INTO "entries" VALUES('ra4kznh9vj',24,1.79512094392887792968e+12,'{"kind":"turn","moves":["RA","RB"],"spent_ms":[0.0,0.116]}');
INSERT INTO "entries" VALUES('ra4kznh9vj',25,1.79512094392887792968e+12,'{"kind":"over","winner":0,"reason":"tanks","score":[2,1]}');
INSERT INTO "entries" VALUES('qrbp9sj94t',1,1.79512094395803588862e+12,'{"kind":"seated","seat":1,"guest":"6b8d6b64902da35062f955512b4231354b99b6f91b15ca224c814b7c18dfe20e","name":"Visitor"}');
INSERT INTO "entries" VALUES('qrbp9sj94t',2,1.79512094396340795895e+12,'{"kind":"turn","moves":["g1-b1",null],"spent_ms":[0.0,null]}');
INSERT INTO "entries" VALUES('qrbp9sj94t',3,1.7951209439682189942e+12,'{"kind":"turn","moves":[null,"a8-a3"],"spent_ms":[null,0.0]}');
INSERT INTO "entries" VALUES('qrbp9sj94t',4,1.79512094397314599615e+12,'{"kind":"turn","moves":["b1-e1",null],"spent_ms":[4.841,null]}');
CREATE TABLE guests (
	id VARCHAR(64) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "guests" VALUES('6b8d6b64902da35062f955512b4231354b99b6f91b15ca224c814b7c18dfe20e','Visitor',1.79512094102476879881e+12);
INSERT INTO "guests" VALUES('1bbcf2399a07e43e960aa25de7a70c29e141e151ac3515a0143e91236be6237a','Root',1.79512094142036547853e+12);
INSERT INTO "guests" VALUES('0404ba155dab0cbad9ee71fa06e1fb656427ebff16c6cddd76c67ca8b18bb5b6','Ms Gray',1.79512094174256347654e+12);
INSERT INTO "guests" VALUES('c72fee53dff017771fde7ccd6e8936a8fdb51980a79d3fcdf5ad3127cbabc530','Ada',1.79512094242751733394e+12);
INSERT INTO "guests" VALUES('1cc303a4fcd30b706e1b31588d66a335a708be82f01f473827f2c66487ea3e3c','Bob',1.79512094298580615232e+12);
INSERT INTO "guests" VALUES('1c8ede97573a4f5abdbad0dc16bf0b29c72cf05d3999feb21fb604f65af880b3','Mallory',1795120943403.06);
CREATE TABLE heartbeat (
	id INTEGER NOT NULL, 
	alive_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "heartbeat" VALUES(1,1.79512095349558813478e+12);
INSERT INTO "heartbeat" VALUES(2,1.79512095349558642573e+12);
CREATE TABLE identity (
	id VARCHAR(32) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "identity" VALUES('44dadc5ff10518b2bcfb7215af885491');
CREATE TABLE invites (
	code VARCHAR(20) NOT NULL, 
	label VARCHAR(60) NOT NULL, 
	role VARCHAR(12) NOT NULL, 
	uses_left INTEGER NOT NULL, 
	expires_ms DOUBLE NOT NULL, 
	maker BIGINT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (code), 
	FOREIGN KEY(maker) REFERENCES accounts (id)
);
INSERT INTO "invites" VALUES('B3GAAFDJC4','teachers','organiser',1,1.79771294145980932615e+12,1,1.79512094145980932616e+12);
INSERT INTO "invites" VALUES('LMJ7BDPVS3','class 4b','player',30,1.79771294180042114259e+12,2,1.79512094180042114256e+12);
CREATE TABLE jobs (
	number INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	rank INTEGER NOT NULL, 
	payload TEXT NOT NULL, 
	owner BIGINT NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	attempts INTEGER NOT NULL, 
	losses INTEGER DEFAULT 0 NOT NULL, 
	due_ms DOUBLE DEFAULT 0 NOT NULL, 
	claimed_by VARCHAR(80) NOT NULL, 
	beat_ms DOUBLE NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	result TEXT NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "jobs" VALUES(1,'build',0,'{"version":"8jeuzfkb6j"}',3,'done',1,0,0.0,'vm-0ecb1764-4026531836/30067/235112',1.79512094572251684572e+12,1.79512094399648144526e+12,'{"state":"fit"}');
INSERT INTO "jobs" VALUES(2,'build',0,'{"version":"zife65pqk4"}',4,'done',1,0,0.0,'vm-0ecb1764-4026531836/30067/235112',1.7951209461864335937e+12,1.79512094402525683597e+12,'{"state":"fit"}');
INSERT INTO "jobs" VALUES(3,'ladder',2,'{"game":"tank_war","players":["9dd7vw8gyp","f9brgpc6mu"],"seed":"39dd467ed105fa1255a4e61657dc7974"}',4,'waiting',0,0,0.0,'',1.79512094656363354488e+12,1.79512094654420166018e+12,'');
INSERT INTO "jobs" VALUES(4,'contest',1,'{"contest":"rhvcc6cviw","length":842}',2,'done',1,0,0.0,'vm-0ecb1764-4026531836/30172/235468',1.79512095041262939457e+12,1.79512094757576904299e+12,'{"ended":"over","length":15060}');
CREATE TABLE links (
	id VARCHAR(64) NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	account BIGINT, 
	expires_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE mail_addresses (
	account BIGINT NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	confirmed_ms DOUBLE, 
	turns BOOLEAN NOT NULL, 
	challenges BOOLEAN NOT NULL, 
	results BOOLEAN NOT NULL, 
	asked_ms DOUBLE NOT NULL, 
	turns_ms DOUBLE, 
	PRIMARY KEY (account), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE mail_queue (
	id INTEGER NOT NULL, 
	account BIGINT NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	subject TEXT NOT NULL, 
	body TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	due_ms DOUBLE NOT NULL, 
	attempts INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE mail_told (
	account BIGINT NOT NULL, 
	what VARCHAR(60) NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	PRIMARY KEY (account, what), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE outages (
	started_ms DOUBLE NOT NULL, 
	stopped_ms DOUBLE NOT NULL, 
	PRIMARY KEY (started_ms)
);
CREATE TABLE people_ratings (
	account BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	pace VARCHAR(16) NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	PRIMARY KEY (account, game, pace), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE puzzle_solutions (
	account BIGINT NOT NULL, 
	puzzle VARCHAR(20) NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	solved_ms DOUBLE NOT NULL, 
	PRIMARY KEY (account, puzzle, day), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE ratings (
	game VARCHAR(40) NOT NULL, 
	player VARCHAR(60) NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	games INTEGER NOT NULL, 
	version VARCHAR(16) NOT NULL, 
	failed INTEGER NOT NULL, 
	PRIMARY KEY (game, player)
);
INSERT INTO "ratings" VALUES('tank_war','9dd7vw8gyp',2.53312329885860911806e+01,7.58213937904905943554e+00,3,'zife65pqk4',0);
INSERT INTO "ratings" VALUES('tank_war','f9brgpc6mu',2.46687670114139052652e+01,7.58213937904905943554e+00,3,'8jeuzfkb6j',0);
CREATE TABLE reports (
	id INTEGER NOT NULL, 
	account BIGINT NOT NULL, 
	reported BIGINT NOT NULL, 
	table_id VARCHAR(16) NOT NULL, 
	reason VARCHAR(20) NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	settled_by BIGINT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id), 
	FOREIGN KEY(reported) REFERENCES accounts (id), 
	FOREIGN KEY(settled_by) REFERENCES accounts (id)
);
CREATE TABLE results (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	pace VARCHAR(16) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	result VARCHAR(5) NOT NULL, 
	opponent VARCHAR(120) NOT NULL, 
	opening VARCHAR(40), 
	ended_ms DOUBLE NOT NULL, 
	mu DOUBLE, 
	sigma DOUBLE, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "results" VALUES('ra4kznh9vj',0,'6b8d6b64902da35062f955512b4231354b99b6f91b15ca224c814b7c18dfe20e','tank_war','untimed',0,'won','greedy','LB',1.79512094392887792968e+12,NULL,NULL);
CREATE TABLE retired_names (
	look VARCHAR(64) NOT NULL, 
	until_ms DOUBLE NOT NULL, 
	PRIMARY KEY (look)
);
CREATE TABLE reviews (
	table_id VARCHAR(40) NOT NULL, 
	version VARCHAR(40) NOT NULL, 
	message TEXT NOT NULL, 
	made_ms DOUBLE NOT NULL, 
	PRIMARY KEY (table_id)
);
CREATE TABLE running_positions (
	table_id VARCHAR(16) NOT NULL, 
	turn INTEGER NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	at_ms DOUBLE NOT NULL, 
	PRIMARY KEY (table_id, turn), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "running_positions" VALUES('qrbp9sj94t',2,'4a1280d00e3d225b94c59a7d31e2d13a',1.7951209439682189942e+12);
INSERT INTO "running_positions" VALUES('qrbp9sj94t',3,'39d240ec78cb349ba7e24b3c9e9bfd4c',1.79512094397314599615e+12);
CREATE TABLE seats (
	table_id VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	guest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('ra4kznh9vj',0,'6b8d6b64902da35062f955512b4231354b99b6f91b15ca224c814b7c18dfe20e');
INSERT INTO "seats" VALUES('qrbp9sj94t',0,'c72fee53dff017771fde7ccd6e8936a8fdb51980a79d3fcdf5ad3127cbabc530');
INSERT INTO "seats" VALUES('qrbp9sj94t',1,'6b8d6b64902da35062f955512b4231354b99b6f91b15ca224c814b7c18dfe20e');
CREATE TABLE sessions (
	id VARCHAR(64) NOT NULL, 
	account BIGINT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	used_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "sessions" VALUES('e16c633dc8452f87082ed848004ff39fca6e87da48b0489d038e0c3529d4c2f2',1,1.79512094144216235351e+12,1.79512094144216235351e+12);
INSERT INTO "sessions" VALUES('97283bf3c979ff7445dfb1acb08f8d56e5b184af9ab8b1cbf4634a90128fd017',2,1.79512094176758203126e+12,1.79512094176758203126e+12);
INSERT INTO "sessions" VALUES('fc276680d0cf2705288bd634b133d282a5e4243da8631431a898b1bf295bb07b',3,1.79512094242973510747e+12,1.79512094242973510747e+12);
INSERT INTO "sessions" VALUES('b750d531b44f33522af920e2bf8c0d7f782272ab89a75a36d7df97f156720d6a',4,1.79512094299288476563e+12,1.79512094299288476563e+12);
CREATE TABLE shares (
	owner BIGINT NOT NULL, 
	served_ms DOUBLE NOT NULL, 
	PRIMARY KEY (owner)
);
INSERT INTO "shares" VALUES(3,1.79512094572997534178e+12);
INSERT INTO "shares" VALUES(4,1.79512094656442578125e+12);
INSERT INTO "shares" VALUES(2,1.79512094840498559575e+12);
CREATE TABLE tables (
	number INTEGER NOT NULL, 
	id VARCHAR(16) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	terms TEXT NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	live BOOLEAN NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	private BOOLEAN DEFAULT 0 NOT NULL, 
	summary TEXT, 
	due_ms DOUBLE, 
	cancelled BOOLEAN DEFAULT 0 NOT NULL, 
	open_to VARCHAR(64), 
	rated_from_ms DOUBLE, 
	PRIMARY KEY (number), 
	UNIQUE (id)
);
INSERT INTO "tables" VALUES(1,'ra4kznh9vj','tank_war','{"id":"ra4kznh9vj","game":"tank_war","options":{},"start":"053/053/053/053/053/053","clock":"none","chairs":[{"kind":"guest","name":"Visitor","guest":"6b8d6b64902da35062f955512b4231354b99b6f91b15ca224c814b7c18dfe20e"},{"kind":"bot","name":"greedy","bot":"greedy"}],"seed":"efafc8aabf5fc7a8c6b50f1e9206beda","owner":"6b8d6b64902da35062f955512b4231354b99b6f91b15ca224c814b7c18dfe20e","invite":"","created_ms":1795120943458.3188,"origin":null,"rematch_of":null,"private":false,"open_to":"","challenged":"","rated":false,"tournament":"","free_start":false}','6b8d6b64902da35062f955512b4231354b99b6f91b15ca224c814b7c18dfe20e',0,1.79512094345831884766e+12,0,'{"at_ms":1795120943928.878,"chairs":[{"kind":"guest","name":"Visitor","guest":"6b8d6b64902da35062f955512b4231354b99b6f91b15ca224c814b7c18dfe20e"},{"kind":"bot","name":"greedy","bot":"greedy"}],"turn":12,"state":"3x4/xx2/xx3/xx3/xx3/233","history":"[12,{\"columns\":[0,4],\"bumped\":null,\"shots\":[[0,5,4]],\"wrecks\":[[1,[4,3]]]}]","outcome":{"winner":0,"reason":"tanks","score":[2,1],"detail":"U won (tanks, 2 : 1)","because":"2 tanks to 1","happened":"Blue could drive no tank any more; 2 tanks to 1","shown_by":["tank-1-RA"]},"clocks_ms":[null,null],"running":[false,false],"owing":[]}',NULL,0,NULL,NULL);
INSERT INTO "tables" VALUES(2,'qrbp9sj94t','tank_battle','{"id":"qrbp9sj94t","game":"tank_battle","options":{},"start":"Bbbbb6/bbbb7/bbb8/bb9/11/11/11/9ww/8www/7wwww/6wwwwW w 0","clock":"days:7","chairs":[{"kind":"guest","name":"Ada","guest":"c72fee53dff017771fde7ccd6e8936a8fdb51980a79d3fcdf5ad3127cbabc530"},{"kind":"open"}],"seed":"227b86a27afa4ee62c519a9a31678345","owner":"c72fee53dff017771fde7ccd6e8936a8fdb51980a79d3fcdf5ad3127cbabc530","invite":"0pDRRm3F0ut5wXV18ZtfhQ","created_ms":1795120943948.586,"origin":null,"rematch_of":null,"private":false,"open_to":"","challenged":"","rated":false,"tournament":"","free_start":true}','c72fee53dff017771fde7ccd6e8936a8fdb51980a79d3fcdf5ad3127cbabc530',1,1.79512094394858593747e+12,0,'{"at_ms":1795120943973.146,"chairs":[{"kind":"guest","name":"Ada","guest":"c72fee53dff017771fde7ccd6e8936a8fdb51980a79d3fcdf5ad3127cbabc530"},{"kind":"guest","name":"Visitor","guest":"6b8d6b64902da35062f955512b4231354b99b6f91b15ca224c814b7c18dfe20e"}],"turn":3,"state":"Bbbbb6/bbbb7/bbb8/1b9/11/11/11/9ww/b7www/7wwww/4w2wwwW b 3","history":"[[125,\"\"],[[10,[-1,1]],[4,[1,0]],[7,[-1,1]],[8,[-1,1]],[9,[-1,1]],[18,[-1,1]],[19,[-1,1]],[20,[-1,1]],[21,[-1,1]],[30,[-1,1]],[31,[-1,1]],[32,[-1,1]],[42,[-1,1]],[43,[-1,1]],[110,[1,-1]],[22,[0,-1]],[78,[1,-1]],[88,[1,-1]],[89,[1,-1]],[90,[1,-1]],[99,[1,-1]],[100,[1,-1]],[101,[1,-1]],[102,[1,-1]],[111,[1,-1]],[112,[1,-1]],[113,[1,-1]],[114,[1,-1]]]]","outcome":null,"clocks_ms":[604800000.0,604800000.0],"running":[false,true],"owing":[1]}',1.79572574407314599614e+12,0,NULL,NULL);
CREATE TABLE tournament_entrants (
	tournament_id VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	name VARCHAR(30) NOT NULL, 
	left_after INTEGER, 
	PRIMARY KEY (tournament_id, number), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
CREATE TABLE tournament_games (
	tournament_id VARCHAR(16) NOT NULL, 
	round INTEGER NOT NULL, 
	"match" INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	second INTEGER, 
	swapped BOOLEAN NOT NULL, 
	table_id VARCHAR(16), 
	result VARCHAR(6), 
	PRIMARY KEY (tournament_id, round, "match", board), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
CREATE TABLE tournament_players (
	tournament_id VARCHAR(16) NOT NULL, 
	account BIGINT NOT NULL, 
	entrant INTEGER NOT NULL, 
	joined_ms DOUBLE NOT NULL, 
	PRIMARY KEY (tournament_id, account), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE tournament_removed (
	tournament_id VARCHAR(16) NOT NULL, 
	entrant INTEGER NOT NULL, 
	account BIGINT NOT NULL, 
	PRIMARY KEY (tournament_id, entrant, account), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE tournaments (
	id VARCHAR(16) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	clock VARCHAR(40) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	team_size INTEGER NOT NULL, 
	rounds INTEGER, 
	most INTEGER NOT NULL, 
	round_ms DOUBLE, 
	owner BIGINT NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	starts_ms DOUBLE, 
	round INTEGER NOT NULL, 
	round_started_ms DOUBLE, 
	created_ms DOUBLE NOT NULL, 
	ended_ms DOUBLE, 
	PRIMARY KEY (id), 
	FOREIGN KEY(owner) REFERENCES accounts (id)
);
CREATE TABLE trials (
	id VARCHAR(16) NOT NULL, 
	bot VARCHAR(16) NOT NULL, 
	newer VARCHAR(16) NOT NULL, 
	older VARCHAR(16) NOT NULL, 
	state VARCHAR(12) NOT NULL, 
	told TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(bot) REFERENCES bots (id), 
	FOREIGN KEY(newer) REFERENCES versions (id), 
	FOREIGN KEY(older) REFERENCES versions (id)
);
CREATE TABLE versions (
	id VARCHAR(16) NOT NULL, 
	bot VARCHAR(16) NOT NULL, 
	number INTEGER NOT NULL, 
	state VARCHAR(12) NOT NULL, 
	reason TEXT NOT NULL, 
	log TEXT NOT NULL, 
	report TEXT NOT NULL, 
	created_ms DOUBLE NOT NULL, 
	source_bytes BIGINT, 
	built_bytes BIGINT, 
	PRIMARY KEY (id), 
	UNIQUE (bot, number), 
	FOREIGN KEY(bot) REFERENCES bots (id)
);
INSERT INTO "versions" VALUES('8jeuzfkb6j','f9brgpc6mu',1,'fit','','','[{"number":1,"title":"it builds","passed":true,"detail":"there is nothing to build","sent":"","came_back":"","right":"","log":""},{"number":2,"title":"it starts and says it is ready","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""},{"number":3,"title":"it answers its first turn with a legal move","passed":true,"detail":"it played LC","sent":"","came_back":"","right":"","log":""},{"number":4,"title":"it plays a whole game at seat 0","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":5,"title":"it plays a whole game at seat 1","passed":true,"detail":"15 turns","sent":"","came_back":"","right":"","log":""},{"number":6,"title":"it plays many games in one process","passed":true,"detail":"6 games","sent":"","came_back":"","right":"","log":""},{"number":7,"title":"it answers positions it has not seen coming","passed":true,"detail":"32 positions","sent":"","came_back":"","right":"","log":""},{"number":8,"title":"it plays every variant of the game","passed":true,"detail":"10 variants","sent":"","came_back":"","right":"","log":""},{"number":9,"title":"it stays well within its time","passed":true,"detail":"its slowest answer took 6.7 ms","sent":"","came_back":"","right":"","log":""},{"number":10,"title":"it leaves on `bye`","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""}]',1.79512094399646533206e+12,12288,12288);
INSERT INTO "versions" VALUES('zife65pqk4','9dd7vw8gyp',1,'fit','','','[{"number":1,"title":"it builds","passed":true,"detail":"there is nothing to build","sent":"","came_back":"","right":"","log":""},{"number":2,"title":"it starts and says it is ready","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""},{"number":3,"title":"it answers its first turn with a legal move","passed":true,"detail":"it played RB","sent":"","came_back":"","right":"","log":""},{"number":4,"title":"it plays a whole game at seat 0","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":5,"title":"it plays a whole game at seat 1","passed":true,"detail":"11 turns","sent":"","came_back":"","right":"","log":""},{"number":6,"title":"it plays many games in one process","passed":true,"detail":"6 games","sent":"","came_back":"","right":"","log":""},{"number":7,"title":"it answers positions it has not seen coming","passed":true,"detail":"32 positions","sent":"","came_back":"","right":"","log":""},{"number":8,"title":"it plays every variant of the game","passed":true,"detail":"10 variants","sent":"","came_back":"","right":"","log":""},{"number":9,"title":"it stays well within its time","passed":true,"detail":"its slowest answer took 7.9 ms","sent":"","came_back":"","right":"","log":""},{"number":10,"title":"it leaves on `bye`","passed":true,"detail":"","sent":"","came_back":"","right":"","log":""}]',1.79512094402524145504e+12,12288,12288);
CREATE TABLE writer (
	id INTEGER NOT NULL, 
	server VARCHAR(16) NOT NULL, 
	number BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "writer" VALUES(1,'3db641488f72d592',65);
CREATE INDEX audit_action ON audit (action, id);
CREATE INDEX audit_actor ON audit (actor, id);
CREATE INDEX reviews_made ON reviews (made_ms);
CREATE INDEX bot_games_occasion ON bot_games (occasion);
CREATE INDEX bot_games_kind ON bot_games (kind, ended_ms);
CREATE INDEX bot_games_first ON bot_games (first, number);
CREATE INDEX bot_games_second ON bot_games (second, number);
CREATE INDEX bot_games_game ON bot_games (game, number);
CREATE INDEX jobs_state ON jobs (state, rank, number);
CREATE INDEX jobs_kind ON jobs (kind, state, number);
CREATE INDEX tables_due ON tables (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX tables_live ON tables (live, number);
CREATE INDEX tables_rated ON tables (rated_from_ms) WHERE rated_from_ms IS NOT NULL;
CREATE INDEX tables_open_to ON tables (open_to) WHERE open_to IS NOT NULL;
CREATE INDEX tables_owner ON tables (owner, live);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX bots_game ON bots (game);
CREATE INDEX contests_owner ON contests (owner);
CREATE INDEX mail_queue_due ON mail_queue (due_ms);
CREATE INDEX mail_told_at ON mail_told (at_ms);
CREATE INDEX people_ratings_game ON people_ratings (game, pace);
CREATE INDEX reports_open ON reports (settled_by, id);
CREATE INDEX running_positions_key ON running_positions ("key");
CREATE INDEX seats_guest ON seats (guest);
CREATE INDEX results_uncounted ON results (ended_ms) WHERE rated AND mu IS NULL;
CREATE INDEX results_guest ON results (guest, ended_ms);
CREATE INDEX tournaments_owner ON tournaments (owner, state);
CREATE INDEX tournaments_state ON tournaments (state, created_ms);
CREATE INDEX versions_fit ON versions (state, bot, number);
CREATE INDEX tournament_players_account ON tournament_players (account);
CREATE INDEX trials_bot ON trials (bot, created_ms);
COMMIT;
